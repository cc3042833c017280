#include "rig/measure.h"

namespace marrow {

struct Sweep::Impl {
  std::vector<SweepPoint> points;
};
Sweep::Sweep() : impl_(std::make_unique<Impl>()) {}
Sweep::~Sweep() = default;
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep& Sweep::operator=(Sweep&&) noexcept = default;
void Sweep::aim(const Scene&, const Deformer&, Id, float, int) {}
bool Sweep::advance(double) { return false; }
const std::vector<SweepPoint>& Sweep::points() const { return impl_->points; }
float Sweep::high() const { return 0.0f; }
bool Sweep::is_done() const { return true; }
Id Sweep::joint() const { return kNoId; }

}  // namespace marrow

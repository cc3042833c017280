#include "rig/measure.h"

namespace marrow {

struct Measures::Impl {
  Meters meters;
  std::vector<Island> islands;
  Bleed bleed;
  Connectivity connectivity;
  NearestBones nearest;
};

Connectivity connectivity_of(const Mesh&, const Surface&) { return {}; }
std::vector<float> bone_distances(const Skeleton&, const std::vector<glm::mat4>&, std::size_t, const std::vector<glm::vec3>& positions) {
  return std::vector<float>(positions.size(), 0.0f);
}
Measures::Measures() : impl_(std::make_unique<Impl>()) {}
Measures::~Measures() = default;
Measures::Measures(Measures&&) noexcept = default;
Measures& Measures::operator=(Measures&&) noexcept = default;
void Measures::update(const Scene&, const Deformer&) {}
const Meters& Measures::model(Id) { return impl_->meters; }
const Meters& Measures::joint(Id) { return impl_->meters; }
Advice Measures::advice(Id) { return {}; }
const std::vector<Island>& Measures::islands(Id) { return impl_->islands; }
const Bleed& Measures::bleed(Id) { return impl_->bleed; }
Fit Measures::fit(Id) { return {}; }
std::vector<Fit> Measures::fit_all(Id) { return {}; }
const Connectivity& Measures::connectivity(Id) { return impl_->connectivity; }
const NearestBones& Measures::nearest(Id) { return impl_->nearest; }
double Measures::last_ms() const { return 0.0; }

}  // namespace marrow

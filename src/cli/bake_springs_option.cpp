#include "cli/bake_springs_option.h"

#include <memory>
#include <vector>

#include "cli/common.h"
#include "edit/motions/bake_springs.h"

namespace marrow::cli {
namespace {

SpringBake bake_of(const BakeSpringsOptions& words) {
  SpringBake bake;
  if (words.how != "settled") bake.settle = 0.0f;
  if (words.how == "loop") bake.rounds = 2;
  if (words.contact == "pushed") bake.contact = SpringContact::pushed;
  return bake;
}

}  // namespace

void BakeSpringsOptions::add_to(Options& options) {
  options
      .add("--bake-springs", how, "settled|rest|loop",
           "What swings becomes keys of every motion; the chains begin settled in its first pose, "
           "at rest, or as after two rounds of it")
      .one_of(std::vector<std::string>{"settled", "rest", "loop"});
  options
      .add(
          "--spring-contact", contact, "turned|pushed",
          "Of baked springs: turned out of colliders, or pushed once, as viewers of VRM do; turned "
          "when not given")
      .one_of(std::vector<std::string>{"turned", "pushed"});
}

void BakeSpringsOptions::check() const {
  if (how.empty() && !contact.empty())
    throw UsageError("--spring-contact: goes with --bake-springs");
}

void BakeSpringsOptions::apply(const std::string& file, Scene& scene) const {
  if (how.empty()) return;
  if (const std::string why = why_no_bake(scene, 0); !why.empty())
    throw io::Error(file, "--bake-springs", why);
  for (std::shared_ptr<const Motion>& motion : scene.motions)
    motion = std::make_shared<const Motion>(with_baked_springs(scene, *motion, bake_of(*this)));
}

}  // namespace marrow::cli

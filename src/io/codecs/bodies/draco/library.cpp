// Meshes by Draco. Checks the sizes that a stream states before the library allocates memory for
// them.
#include <draco/compression/attributes/sequential_attribute_decoders_controller.h>
#include <draco/compression/attributes/sequential_integer_attribute_decoder.h>
#include <draco/compression/attributes/sequential_quantization_attribute_decoder.h>
#include <draco/compression/expert_encode.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>
#include <fmt/format.h>

#include "io/codecs/meshes.h"
#include "io/component_type.h"

namespace marrow::io {

namespace {

constexpr std::uint64_t kWorkOfFace = 48;  ///< bytes per face: corners, their opposites, traversal
constexpr std::uint64_t kWorkOfFaceAndSeams = 16;  ///< bytes per face and attribute with own seams
constexpr std::uint64_t kWorkOfValue = 4;  ///< bytes per value: the integer that becomes a float

using Buffer = draco::DecoderBuffer;

bool varint(Buffer& buffer, std::uint64_t& value) {
  std::uint32_t read = 0;
  const bool is_read = draco::DecodeVarint(&read, &buffer);
  value = read;
  return is_read;
}

/// Bytes of work space for the connectivity, from the counts that precede it; 0 if there are none,
/// because the library then refuses the stream itself.
std::uint64_t connectivity_work(const draco::MeshEdgebreakerDecoder&, Buffer buffer) {
  std::uint64_t vertices = 0, faces = 0, symbols = 0, splits = 0;
  std::uint8_t with_seams = 0;
  if (!varint(buffer, vertices) || !varint(buffer, faces) || !buffer.Decode(&with_seams) ||
      !varint(buffer, symbols) || !varint(buffer, splits))
    return 0;
  return faces * (kWorkOfFace + with_seams * kWorkOfFaceAndSeams) + (vertices + splits) * 16;
}

std::uint64_t connectivity_work(const draco::MeshSequentialDecoder&, Buffer buffer) {
  std::uint64_t faces = 0;
  return varint(buffer, faces) ? faces * kWorkOfFace : 0;
}

/// Checks the count of flips at the beginning of predicted texture coordinates: the library would
/// accept any count and spend memory and time on it. A mesh has at most one flip per corner.
class CountingScheme : public draco::PredictionSchemeTypedDecoderInterface<std::int32_t> {
 public:
  using Typed = draco::PredictionSchemeTypedDecoderInterface<std::int32_t>;
  CountingScheme(std::unique_ptr<Typed> scheme, std::uint64_t most, std::string& why)
      : scheme_(std::move(scheme)), most_(most), why_(why) {}

  draco::PredictionSchemeMethod GetPredictionMethod() const override {
    return scheme_->GetPredictionMethod();
  }
  const draco::PointAttribute* GetAttribute() const override { return scheme_->GetAttribute(); }
  bool IsInitialized() const override { return scheme_->IsInitialized(); }
  int GetNumParentAttributes() const override { return scheme_->GetNumParentAttributes(); }
  draco::GeometryAttribute::Type GetParentAttributeType(int i) const override {
    return scheme_->GetParentAttributeType(i);
  }
  bool SetParentAttribute(const draco::PointAttribute* attribute) override {
    return scheme_->SetParentAttribute(attribute);
  }
  bool AreCorrectionsPositive() override { return scheme_->AreCorrectionsPositive(); }
  draco::PredictionSchemeTransformType GetTransformType() const override {
    return scheme_->GetTransformType();
  }
  bool ComputeOriginalValues(const int* corrections, int* values, int size, int width,
                             const draco::PointIndex* points) override {
    return scheme_->ComputeOriginalValues(corrections, values, size, width, points);
  }
  bool DecodePredictionData(Buffer* buffer) override {
    Buffer ahead = *buffer;
    std::int32_t fixed = 0;
    std::uint64_t flips = 0;
    if (GetPredictionMethod() == draco::MESH_PREDICTION_TEX_COORDS_DEPRECATED)
      varint(ahead, flips);
    else if (ahead.Decode(&fixed) && fixed > 0)
      flips = std::uint64_t(fixed);
    if (flips > most_) {
      why_ = fmt::format("names {} flips of texture coordinates for {} corners", flips, most_);
      return false;
    }
    return scheme_->DecodePredictionData(buffer);
  }

 private:
  std::unique_ptr<Typed> scheme_;
  std::uint64_t most_;
  std::string& why_;
};

/// A decoder of integers or quantized numbers that wraps its prediction scheme in a CountingScheme.
template <typename Values>
class CountingValues : public Values {
 public:
  explicit CountingValues(std::string& why) : why_(why) {}

 protected:
  std::unique_ptr<CountingScheme::Typed> CreateIntPredictionScheme(
      draco::PredictionSchemeMethod method,
      draco::PredictionSchemeTransformType transform) override {
    auto scheme = Values::CreateIntPredictionScheme(method, transform);
    const auto found = scheme ? scheme->GetPredictionMethod() : draco::PREDICTION_NONE;
    if (found != draco::MESH_PREDICTION_TEX_COORDS_PORTABLE &&
        found != draco::MESH_PREDICTION_TEX_COORDS_DEPRECATED)
      return scheme;
    const auto& mesh = static_cast<const draco::Mesh&>(*this->decoder()->point_cloud());
    return std::make_unique<CountingScheme>(std::move(scheme), 3 * std::uint64_t(mesh.num_faces()),
                                            why_);
  }

 private:
  std::string& why_;
};

class CountingAttributes : public draco::SequentialAttributeDecodersController {
 public:
  CountingAttributes(SequentialAttributeDecodersController&& made, std::string& why)
      : SequentialAttributeDecodersController(std::move(made)), why_(why) {}

 protected:
  std::unique_ptr<draco::SequentialAttributeDecoder> CreateSequentialDecoder(
      std::uint8_t type) override {
    if (type == draco::SEQUENTIAL_ATTRIBUTE_ENCODER_INTEGER)
      return std::make_unique<CountingValues<draco::SequentialIntegerAttributeDecoder>>(why_);
    if (type == draco::SEQUENTIAL_ATTRIBUTE_ENCODER_QUANTIZATION)
      return std::make_unique<CountingValues<draco::SequentialQuantizationAttributeDecoder>>(why_);
    return SequentialAttributeDecodersController::CreateSequentialDecoder(type);
  }

 private:
  std::string& why_;
};

/// A decoder that calls `ask` before it allocates.
template <typename Decoder>
class AskingDecoder : public Decoder {
 public:
  AskingDecoder(const AskMemory& ask, std::string& why) : ask_(ask), why_(why) {}

 protected:
  bool DecodeConnectivity() override {
    ask_(connectivity_work(*this, *this->buffer()));
    return Decoder::DecodeConnectivity();
  }

  /// Replaces the library's decoder by one that counts.
  bool CreateAttributesDecoder(std::int32_t index) override {
    using Made = draco::SequentialAttributeDecodersController;
    if (!Decoder::CreateAttributesDecoder(index)) return false;
    auto* made = const_cast<Made*>(dynamic_cast<const Made*>(this->attributes_decoder(index)));
    return made && this->SetAttributesDecoder(
                       index, std::make_unique<CountingAttributes>(std::move(*made), why_));
  }

  /// Called when the attributes are known but none of their values has been read.
  bool DecodeAllAttributes() override {
    const draco::PointCloud& cloud = *this->point_cloud();
    std::uint64_t bytes = 0;
    for (int a = 0; a < cloud.num_attributes(); ++a) {
      const draco::PointAttribute& attribute = *cloud.attribute(a);
      const auto size = std::uint64_t(draco::DataTypeLength(attribute.data_type()));
      bytes += 4 + attribute.num_components() * (size + kWorkOfValue);
    }
    ask_(bytes * cloud.num_points());
    return Decoder::DecodeAllAttributes();
  }

 private:
  const AskMemory& ask_;
  std::string& why_;
};

/// Returns the reason if the stream cannot be decoded.
std::string decode(Buffer& buffer, draco::Mesh& mesh, const AskMemory& ask) {
  Buffer ahead = buffer;
  draco::DracoHeader header;
  if (!draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok())
    return "does not begin as a Draco stream";
  if (header.version_major != 2 || header.version_minor != 2)
    return fmt::format("has version {}.{} of Draco's format, expected 2.2", header.version_major,
                       header.version_minor);
  if (header.encoder_type != draco::TRIANGULAR_MESH) return "holds points, expected triangles";
  std::string why;
  const auto run = [&](auto&& decoder) -> std::string {
    const draco::Status status = decoder.Decode(draco::DecoderOptions(), &buffer, &mesh);
    if (!status.ok() && why.empty())
      why = fmt::format("cannot be decoded ({})", status.error_msg_string());
    return why;
  };
  if (header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING)
    return run(AskingDecoder<draco::MeshSequentialDecoder>(ask, why));
  if (header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING)
    return run(AskingDecoder<draco::MeshEdgebreakerDecoder>(ask, why));
  return "is encoded in a way that Draco does not know";
}

/// Integers may be stored as wider ones; floats do not become integers.
bool is_convertible(draco::DataType from, int component) {
  return component == 5126 || (from != draco::DT_FLOAT32 && from != draco::DT_FLOAT64);
}

std::string take_attribute(const draco::Mesh& from, const DracoWish& wish, DracoMesh& mesh) {
  const draco::PointAttribute* source = from.GetAttributeByUniqueId(wish.id);
  if (!source) return fmt::format("has no attribute of the id {}", wish.id);
  if (std::size_t(source->num_components()) != wish.width ||
      !is_convertible(source->data_type(), wish.component))
    return fmt::format(
        "holds the attribute of the id {} as {} numbers of another type; the accessor has {}",
        wish.id, int(source->num_components()), wish.width);
  DracoMesh::Attribute& to = mesh.attributes[wish.id];
  to.component = wish.component;
  to.width = wish.width;
  const bool is_done = with_component_type(wish.component, [&]<typename T>(T) {
    to.bytes.resize(mesh.points * wish.width * sizeof(T));
    T values[4] = {};
    bool is_good = true;
    for (std::size_t p = 0; p < mesh.points && is_good; ++p) {
      const draco::AttributeValueIndex at =
          source->mapped_index(draco::PointIndex(std::uint32_t(p)));
      is_good = at.value() < source->size() &&
                source->ConvertValue<T>(at, std::int8_t(wish.width), values);
      std::memcpy(to.bytes.data() + p * wish.width * sizeof(T), values, wish.width * sizeof(T));
    }
    return is_good;
  });
  return is_done
             ? std::string()
             : fmt::format("holds values that the accessor of the attribute {} cannot", wish.id);
}

draco::DataType type_of(int component) {
  switch (component) {
    case 5120:
      return draco::DT_INT8;
    case 5121:
      return draco::DT_UINT8;
    case 5122:
      return draco::DT_INT16;
    case 5123:
      return draco::DT_UINT16;
    case 5125:
      return draco::DT_UINT32;
    default:
      return draco::DT_FLOAT32;
  }
}

draco::GeometryAttribute::Type kind_of(DracoBits::Kind kind) {
  switch (kind) {
    case DracoBits::Kind::position:
      return draco::GeometryAttribute::POSITION;
    case DracoBits::Kind::normal:
      return draco::GeometryAttribute::NORMAL;
    case DracoBits::Kind::uv:
      return draco::GeometryAttribute::TEX_COORD;
    case DracoBits::Kind::color:
      return draco::GeometryAttribute::COLOR;
    default:
      return draco::GeometryAttribute::GENERIC;
  }
}

/// Returns the attribute's index in `to`.
int add_attribute(const DracoMesh::Attribute& from, const DracoBits& bits, std::size_t points,
                  draco::Mesh& to) {
  const draco::DataType type = type_of(from.component);
  const auto stride = std::int64_t(from.width) * draco::DataTypeLength(type);
  draco::GeometryAttribute attribute;
  attribute.Init(kind_of(bits.kind), nullptr, std::int8_t(from.width), type, from.normalized,
                 stride, 0);
  const int index = to.AddAttribute(attribute, true, std::uint32_t(points));
  draco::PointAttribute& made = *to.attribute(index);
  made.set_unique_id(bits.id);
  for (std::size_t p = 0; p < points; ++p)
    made.SetAttributeValue(draco::AttributeValueIndex(std::uint32_t(p)),
                           from.bytes.data() + std::int64_t(p) * stride);
  return index;
}

}  // namespace

bool has_draco() { return true; }

std::string decode_draco(std::span<const unsigned char> stream,
                         const std::vector<DracoWish>& wishes, DracoMesh& mesh,
                         const AskMemory& ask) {
  Buffer buffer;
  buffer.Init(reinterpret_cast<const char*>(stream.data()), stream.size());
  draco::Mesh decoded;
  if (std::string why = decode(buffer, decoded, ask); !why.empty()) return why;
  mesh.points = decoded.num_points();
  if (mesh.points == 0 || decoded.num_faces() == 0) return "holds no triangle";
  mesh.corners.clear();
  mesh.corners.reserve(3 * std::size_t(decoded.num_faces()));
  for (draco::FaceIndex f(0); f < decoded.num_faces(); ++f) {
    for (const draco::PointIndex& corner : decoded.face(f)) {
      if (corner.value() >= mesh.points) return "holds a triangle with a vertex that it lacks";
      mesh.corners.push_back(corner.value());
    }
  }
  for (const DracoWish& wish : wishes) {
    if (std::string why = take_attribute(decoded, wish, mesh); !why.empty()) return why;
  }
  return {};
}

std::vector<unsigned char> encode_draco(const DracoMesh& mesh, const std::vector<DracoBits>& bits,
                                        bool keeps_order) {
  draco::Mesh made;
  made.set_num_points(std::uint32_t(mesh.points));
  made.SetNumFaces(mesh.corners.size() / 3);
  for (std::size_t f = 0; f < mesh.corners.size() / 3; ++f) {
    draco::Mesh::Face face;
    for (std::size_t c = 0; c < 3; ++c) face[c] = draco::PointIndex(mesh.corners[3 * f + c]);
    made.SetFace(draco::FaceIndex(std::uint32_t(f)), face);
  }
  std::vector<int> indices;
  for (const DracoBits& one : bits)
    indices.push_back(add_attribute(mesh.attributes.at(one.id), one, mesh.points, made));
  if (!keeps_order) made.DeduplicateAttributeValues();  // joins seams
  draco::ExpertEncoder encoder(made);
  for (std::size_t a = 0; a < bits.size(); ++a) {
    const DracoBits& one = bits[a];
    if (one.bits > 0 && one.range > 0.0f)
      encoder.SetAttributeExplicitQuantization(indices[a], one.bits, 3, one.origin, one.range);
    else if (one.bits > 0)
      encoder.SetAttributeQuantization(indices[a], one.bits);
  }
  encoder.SetEncodingMethod(keeps_order ? draco::MESH_SEQUENTIAL_ENCODING
                                        : draco::MESH_EDGEBREAKER_ENCODING);
  constexpr int kSpeed = 3;  // from 0 (small) to 10 (fast)
  encoder.SetSpeedOptions(kSpeed, kSpeed);
  draco::EncoderBuffer buffer;
  if (!encoder.EncodeToBuffer(&buffer).ok()) return {};
  return {buffer.data(), buffer.data() + buffer.size()};
}

}  // namespace marrow::io

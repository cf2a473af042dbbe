// The compiled shaders (SPIR-V words), embedded by the build.
#pragma once

#include <cstdint>
#include <span>

namespace selvage {

enum class StereoMode;

using ShaderCode = std::span<const uint32_t>;

ShaderCode surfaceVertexShader(StereoMode mode);
ShaderCode backgroundVertexShader(StereoMode mode);
ShaderCode hiddenVertexShader(StereoMode mode);
ShaderCode shadowVertexShader();
ShaderCode solidFragmentShader();
ShaderCode clothFragmentShader();
ShaderCode floorFragmentShader();
ShaderCode groundFragmentShader();
ShaderCode waterFragmentShader();
ShaderCode backgroundFragmentShader();
ShaderCode moteFragmentShader();
ShaderCode overlayVertexShader(StereoMode mode);
ShaderCode overlayFragmentShader();

} // namespace selvage

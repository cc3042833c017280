// What Marrow asks of libepoxy, for a page in a browser: WebGL 2 is OpenGL ES 3.0, and nothing is loaded at run time.
#pragma once

#include <GLES3/gl3.h>

inline bool epoxy_is_desktop_gl() { return false; }
inline int epoxy_gl_version() { return 30; }
inline bool epoxy_has_gl_extension(const char*) { return false; }
inline GLenum glGetGraphicsResetStatus() { return GL_NO_ERROR; }

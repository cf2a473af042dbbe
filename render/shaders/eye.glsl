// Which eye a vertex belongs to, for the three ways to draw two eyes. Two-pass draws pass the eye as first instance.
#if defined(MULTIVIEW)
#extension GL_EXT_multiview : require
#elif defined(LAYERED)
#extension GL_ARB_shader_viewport_layer_array : require
#endif

int chooseEye() {
#if defined(MULTIVIEW)
    return gl_ViewIndex;
#else
#if defined(LAYERED)
    gl_Layer = gl_InstanceIndex;
#endif
    return gl_InstanceIndex;
#endif
}

# blender -b --python blender_evaluates.py -- FILE SECONDS=OBJ...: opens FILE (.glb or .obj) and compares its deformed surface at each time with the vertices
# of an .obj that Marrow wrote. Prints the largest distance from a vertex of one to the nearest of the other; status 1 beyond 1e-5 of the size.
import sys
import bpy
import numpy
from mathutils import Vector, kdtree

numpy.bool = bool  # Blender 3.4's importer uses this name, which numpy removed
FRAMES_PER_SECOND = 30
MOST = 1e-5


def vertices_of(path):
    with open(path, encoding="utf-8") as lines:
        return [Vector([float(word) for word in line.split()[1:4]]) for line in lines if line.startswith("v ")]


def evaluated():
    """World positions of all imported meshes, y up."""
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for item in bpy.context.scene.objects:
        if item.type != "MESH" or item.name.startswith("Icosphere"):  # the shape that the importer gives bones
            continue
        shown = item.evaluated_get(graph)
        mesh = shown.to_mesh()
        for vertex in mesh.vertices:
            place = shown.matrix_world @ vertex.co
            found.append(Vector((place.x, place.z, -place.y)))
        shown.to_mesh_clear()
    return found


def farthest(points, others):
    tree = kdtree.KDTree(len(others))
    for index, point in enumerate(others):
        tree.insert(point, index)
    tree.balance()
    return max(tree.find(point)[2] for point in points)


def main():
    file, *moments = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FRAMES_PER_SECOND
    if file.endswith(".obj"):
        bpy.ops.wm.obj_import(filepath=file)
    else:
        bpy.ops.import_scene.gltf(filepath=file)
    worst = size = 0.0
    for moment in moments:
        seconds, surface = moment.split("=", 1)
        frame = float(seconds) * FRAMES_PER_SECOND
        bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
        ours, theirs = vertices_of(surface), evaluated()
        if not ours or not theirs:
            raise SystemExit(f"{file}: no vertices")
        for axis in range(3):
            size = max(size, max(p[axis] for p in ours) - min(p[axis] for p in ours))
        worst = max(worst, farthest(ours, theirs), farthest(theirs, ours))
    sound = worst <= MOST * size
    print(f"{'ok    ' if sound else 'FAILED'} {file}: {worst / size:.2e} of the size at {len(moments)} times (limit {MOST})")
    sys.exit(0 if sound else 1)


try:
    main()
except Exception as error:  # Blender itself would exit with 0
    print(f"FAILED {error!r}")
    sys.exit(1)

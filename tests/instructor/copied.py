#!/usr/bin/env python3
"""Which code of the handout is a task nearly word for word?

usage: copied.py ROOT [FUNCTION]

Compares each function of src/rig/solution with all C++ that `git archive` puts into the handout. Fails if a stretch is nearer
than the limit and copied.txt, next to this file, does not list it with a reason, or if copied.txt lists one that is gone.
With FUNCTION: prints the ten nearest stretches of that one, listed or not.

Nearness: both are reduced to tokens. Names are all the same but those of the language, of mathematics and of the contract's
structs; brackets, casts, types and comments are left out. Of all runs of RUN tokens in the function's body, it is the share
that the stretch has as well, in which a run counts by how few files have it. A stretch is at most STRETCH times as long as
the function.
"""
import math
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

SOLUTION = "src/rig/solution/"
RUN = 3
STRETCH = 1.5
SHORTEST = 9  # what has fewer tokens is a product of two names, as is much else
CHANCE = 5  # so many files that are not listed are as near as chance makes them: the nearness of the last one is noise
MARGIN, FLOOR = 0.1, 0.4  # what is nearer than noise by this much is looked at, and at least so near
SLACK = 0.1  # nearness depends a little on all files: what is listed may be this much further away
IDIOMS = {"heaviest", "rounded"}  # helpers such as there are many

# Kept as they are; MEMBERS after a dot.
WORDS = set("""for while if else return continue break true false
dot cross inverse transpose normalize length distance clamp min max conjugate quat_cast mat3_cast mat4_cast sqrt abs sum
empty size resize upper_bound max_element acos sin cos slerp mix determinant push_back""".split())
SAME = {"affineInverse": "inverse", "precise_inverse": "inverse", "inverseTranspose": "inverse", "emplace_back": "push_back",
        "->": "."}
MEMBERS = set("""joints parent bind_local user_local extent radius row_begin row_end row_size weight joint neighbors triangles
target end time value real dual x y z w""".split())
DROPPED = set("""( ) { } , const auto static inline constexpr double float int bool std glm size_t ptrdiff_t uint32_t vector span
mat3 mat4 dmat3 dmat4 vec3 vec4 dvec3 dvec4 quat dquat ivec3 precise at static_cast :: & < > ]""".split())
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
                   r"|(?P<token>[A-Za-z_]\w*|(?:\d[\d']*\.?\d*|\.\d+)(?:e[-+]?\d+)?[fuUlL]*|->|::|[-+*/=!<>&|]=|&&|\|\||\+\+|--|<<|>>|\S)",
                   re.S | re.M)


def tokens(text, first_line=1):
    """Pairs of token and line."""
    result, at, line = [], 0, first_line
    for match in TOKEN.finditer(text):
        token = match.group("token")
        if token is None:
            continue
        line += text.count("\n", at, match.start())
        at = match.start()
        token = SAME.get(token, token)
        if token in DROPPED:
            continue
        if token[0].isdigit() or token[0] == ".":
            if token != ".":
                token = str(float(token.replace("'", "").rstrip("fuUlL") or 0))
        elif (token[0].isalpha() or token[0] == "_") and token not in WORDS:
            token = token if token in MEMBERS and result and result[-1][0] == "." else "name"
        result.append((token, line))
    return result


def functions(root):
    """Name, file and tokens of each function of the solution."""
    found = []
    for file in sorted((root / SOLUTION).glob("task*_*.cpp")):
        text = file.read_text()
        for match in re.finditer(r"^(?!namespace|//|#|\})[^\n;{}]*?(\w+)\((?:[^;{}]*?)\) \{\n(.*?)^\}", text, re.S | re.M):
            found.append((match.group(1), [token for token, _ in tokens(match.group(2))]))
    return found


def handout(root):
    """C++ files of the handout, relative to the root, and those of the solution, which must be found."""
    ignored = re.findall(r"^/(\S+) export-ignore$", (root / ".gitattributes").read_text(), re.M)
    for top in ("src", "tests", "media"):
        for file in sorted((root / top).rglob("*")):
            name = file.relative_to(root).as_posix()
            if file.suffix in (".cpp", ".h") and (name.startswith(SOLUTION) or not any(fnmatch(name, i) or fnmatch(name, i + "/*") for i in ignored)):
                yield name, file


def runs_of(sequence):
    return [tuple(sequence[i:i + RUN]) for i in range(len(sequence) - RUN + 1)]


def nearest(function, source_runs, where, weight):
    """The nearest stretches of a source: (nearness, first line, last line), best first, none within another."""
    wanted = set(runs_of(function))
    if not wanted:
        return []
    hits = sorted(p for run in wanted for p in where.get(run, ()))
    most = int(STRETCH * len(function)) + RUN
    found, inside, begin, have = [], {}, 0, 0.0
    total = sum(weight[run] for run in wanted)
    for end in range(len(hits)):
        run = source_runs[hits[end]][0]
        inside[run] = inside.get(run, 0) + 1
        if inside[run] == 1:
            have += weight[run]
        while hits[end] - hits[begin] > most:
            gone = source_runs[hits[begin]][0]
            inside[gone] -= 1
            if inside[gone] == 0:
                del inside[gone]
                have -= weight[gone]
            begin += 1
        found.append((have / total, source_runs[hits[begin]][1], source_runs[hits[end]][1]))
    found.sort(key=lambda f: -f[0])
    kept = []
    for one in found:
        if all(one[1] > other[2] or one[2] < other[1] for other in kept):
            kept.append(one)
        if len(kept) == 3:
            break
    return kept


def limit_of(function, found, allowed):
    of_files = {}
    for nearness, name, _, _ in found:
        if (function, name) not in allowed and not name.startswith(SOLUTION):
            of_files.setdefault(name, nearness)
    return max(FLOOR, (sorted(of_files.values(), reverse=True) + CHANCE * [0.0])[CHANCE - 1] + MARGIN)


def stretches_of(root, bodies):
    """By function: nearness, file, first and last line of stretches, nearest first."""
    files = []
    for name, file in handout(root):
        source = tokens(file.read_text(errors="replace"))
        source_runs = [(tuple(t for t, _ in source[i:i + RUN]), source[i][1]) for i in range(len(source) - RUN + 1)]
        where = {}
        for i, (run, _) in enumerate(source_runs):
            where.setdefault(run, []).append(i)
        files.append((name, source_runs, where))
    weight = {run: math.log((1 + len(files)) / (1 + sum(run in where for _, _, where in files)))
              for _, body in bodies for run in runs_of(body)}
    stretches = {name: [] for name, _ in bodies}
    for name, source_runs, where in files:
        for function, body in bodies:
            stretches[function] += [(nearness, name, first, last)
                                    for nearness, first, last in nearest(body, source_runs, where, weight)]
    return {function: sorted(found, reverse=True) for function, found in stretches.items()}


def listed():
    """Function and file of each line of copied.txt: "FUNCTION FILE why"."""
    lines = (Path(__file__).parent / "copied.txt").read_text().splitlines()
    return {tuple(line.split()[:2]) for line in lines if line and not line.startswith("#")}


def main():
    root = Path(sys.argv[1])
    bodies = [(name, body) for name, body in functions(root) if len(sys.argv) < 3 or name == sys.argv[2]]
    if not bodies:
        sys.exit("copied.py: no such function in src/rig/solution")
    found = stretches_of(root, bodies)
    if len(sys.argv) > 2:
        for nearness, name, first, last in found[sys.argv[2]][:10]:
            print(f"{nearness:.2f}  {name}:{first}-{last}")
        return
    allowed, near, broken = listed(), set(), 0
    for function, body in bodies:
        if len(body) < SHORTEST or function in IDIOMS:
            print(f"{function}: too short or too usual to be looked for")
            continue
        limit = limit_of(function, found[function], allowed)
        if not any(nearness > 0.99 and name.startswith(SOLUTION) for nearness, name, _, _ in found[function]):
            sys.exit(f"copied.py does not even find {function} in {SOLUTION}")
        for nearness, name, first, last in found[function]:
            is_new = (function, name) not in allowed
            if nearness < limit - (0 if is_new else SLACK) or name.startswith(SOLUTION):
                continue
            near.add((function, name))
            broken += is_new
            print(f"{'NEW ' if is_new else 'left'} {nearness:.2f} {function}: {name}:{first}-{last}")
    for function, name in sorted(allowed - near):
        broken += 1
        print(f"GONE {function}: {name}: remove it from copied.txt")
    if broken:
        sys.exit(f"{broken} differences from tests/instructor/copied.txt. A task's code that is new in the handout: call the contract "
                 "(rig.h) instead, or leave the file out of the handout (.gitattributes), or list it with a reason.")


if __name__ == "__main__":
    main()

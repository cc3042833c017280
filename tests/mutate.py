#!/usr/bin/env python3
"""Do the tests notice when one token of the program is wrong?

Draws seeded mutations of one token in src/, builds each in a scratch copy of the tree, and runs the
tests that reach its line: those of its own room first, the quickest first, until one fails.

    tests/mutate.py --count 100 --seed 1              # draw, judge, report
    tests/mutate.py --count 100 --seed 1              # the same again: goes on where it was stopped
    tests/mutate.py --rooms io,cli --list             # only say what would be drawn
    tests/mutate.py --try 'src/io/stl.cpp:31:+=>-'    # one mutation made by hand: FILE:LINE:OLD=>NEW
    tests/mutate.py --again                           # survivors once more, after tests were written
    tests/mutate.py --report                          # only print what the results file says

How a mutation ends:

    noticed       a test failed, crashed or took too long
    survived      all tests that reach the line passed
    same code     the object file did not change, so no test could notice: redrawn
    not compiled  redrawn

Which tests reach which line is measured once, with a coverage build (clang) in which each entry of
ctest runs by itself, and again for the entries whose file changed. A line that no entry reaches is
given to the entries that reach its file. The user's tree is only read. All else stands in --work:
the trees (coverage, w0, w1 ...), each with its own build folder, and results-SEED.jsonl.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["rig", "scene", "edit", "io", "course", "view", "cli"]
# Windows, soaks and benchmarks are slow or need a display; rules look at the text, not at what it does.
LEFT_OUT = re.compile(r"^(app_window|app_soak|app_long_session|edit_soak|bench|include_rule|pages_rule)")
# A header that more objects than this depend on takes minutes a mutation: it is left out.
MOST_OBJECTS = 40
PASSED = (0, 77)  # 77: skipped

# --- What can be mutated: clang-format's spaces tell a comparison from a template's bracket ----------

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"
        |'(?:\\.|[^'\\\n])+'|^[ ]*\#(?:\\\n|[^\n])*|\bstatic_assert\b[^;]*;|\btemplate\s*<[^\n]*>)
    |(?P<number>0[xX][\da-fA-F']+[uUlL]*|(?:\d[\d']*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFuUlL]*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<op><=>|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||::|[^\s\w])""",
    re.S | re.M | re.X)
BINARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
          "+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
STEP = {"++": "--", "--": "++"}
RETURNED = re.compile(r"return ([^;{}\n]+);")

Mutant = collections.namedtuple("Mutant", "file line column before after")


def changes_of(text, token, previous):
    """(offset, before, after) for each change of this token."""
    word, start = token.group(), token.start()
    if token.lastgroup == "number" and previous != "<":
        if re.fullmatch(r"[01]", word):
            yield start, word, "10"[int(word)]
        else:
            yield start, word, f"({word} + 1)"
    elif word in ("true", "false"):
        yield start, word, "false" if word == "true" else "true"
    elif word == "return":
        returned = RETURNED.match(text, start)
        if returned and returned[1] not in ("true", "false", "0"):
            yield start + 7, returned[1], "{}"
    elif token.lastgroup == "op":
        spaced = text[start - 1] in " \n" and text[token.end()] in " \n"
        unary = re.fullmatch(r"return|[^\w\s)\]]+", previous) and not text[token.end()].isspace()
        if word in STEP:
            yield start, word, STEP[word]
        elif word in BINARY and spaced:
            yield start, word, BINARY[word]
        elif word in ("!", "-") and unary:
            yield start, word, ""


def mutants_of(file, text):
    previous = ";"
    for token in TOKEN.finditer(text):
        if token.lastgroup != "skip" and not token.group("mark"):
            for offset, before, after in changes_of(text, token, previous):
                column = offset - (text.rfind("\n", 0, offset) + 1)
                yield Mutant(file, text.count("\n", 0, offset) + 1, column, before, after)
            previous = token.group()


def source_files(rooms):
    for room in rooms:
        for path in sorted((ROOT / "src" / room).rglob("*")):
            # The stubs are what students fill in.
            if path.suffix in (".cpp", ".h") and path.parent.name != "student":
                yield str(path.relative_to(ROOT))


def drawn(rooms, seed):
    """Lines in random order, one mutation each: rooms are weighted by their lines."""
    lines = collections.defaultdict(list)
    for file in source_files(rooms):
        for mutant in mutants_of(file, (ROOT / file).read_text()):
            lines[mutant.file, mutant.line].append(mutant)
    dice = random.Random(seed)
    order = sorted(lines)
    dice.shuffle(order)
    return [dice.choice(lines[line]) for line in order]


def by_hand(words):
    place, after = words.split("=>", 1)
    file, line, before = place.split(":", 2)
    text = (ROOT / file).read_text().splitlines()[int(line) - 1]
    if text.count(before) != 1:
        sys.exit(f"{file}:{line}: '{before}' must stand there once: {text.strip()}")
    return Mutant(file, int(line), text.index(before), before, after)


def mutated(text, mutant):
    lines = text.splitlines(keepends=True)
    line = lines[mutant.line - 1]
    end = mutant.column + len(mutant.before)
    if line[mutant.column:end] != mutant.before:
        return None  # the file changed since
    lines[mutant.line - 1] = line[:mutant.column] + mutant.after + line[end:]
    return "".join(lines)


# --- Trees ------------------------------------------------------------------------------------------


def digest(paths):
    total = hashlib.sha256()
    for path in paths:
        total.update(str(path).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


class Entry:
    """One entry of ctest, as a command that can run in any of the trees."""

    def __init__(self, listed, tree):
        self.name = listed["name"]
        self.command = [word.replace(str(tree), "{tree}") for word in listed["command"]]
        build = "{tree}/build/"
        self.programs = [w.removeprefix(build) for w in self.command if w.startswith(build)]
        program = re.search(r"/test_(\w+)$", self.command[0])
        self.room = program[1] if program else re.sub("task.*", "course", self.name.split("_")[0])
        pattern = next((w for w in self.command if w.startswith("--source-file=")), None)
        scripts = [w.replace("{tree}", str(ROOT)) for w in self.command if w.endswith(".sh")]
        self.source = next((ROOT / "tests").glob(pattern.split("*/")[1]), None) if pattern else (
            pathlib.Path(scripts[0]) if scripts else None)
        if "program()" in "".join(p.read_text() for p in (ROOT / "tests" / self.room).glob("*.[ch]*")):
            self.programs.append("marrow")


class Tree:
    """A copy of the user's tree with its own build folder, home and place for temporary files."""

    def __init__(self, work, name, configure):
        self.path = work / name / "marrow"
        self.configure = configure
        self.name = name
        self.path.mkdir(parents=True, exist_ok=True)
        shared = ROOT.parent / "shared"
        if shared.is_dir() and not (work / name / "shared").exists():
            (work / name / "shared").symlink_to(shared.resolve())
        self.scratch = work / f"scratch-{name}"  # not below /dev, which the grader's walls replace
        self.environment = dict(os.environ, HOME=str(work / name / "home"),
                                CCACHE_BASEDIR=str(self.path), CCACHE_NOHASHDIR="1")
        (work / name / "home").mkdir(exist_ok=True)
        cache = os.environ.get("CCACHE_DIR") or pathlib.Path.home() / ".cache" / "ccache"
        self.environment["CCACHE_DIR"] = str(cache)

    def synchronize(self):
        """Writes what differs, so that a build does only what is needed."""
        listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True,
                                capture_output=True, text=True).stdout.split("\0")
        wanted = {name for name in listed if name and (ROOT / name).is_file()}
        for name in wanted:
            target = self.path / name
            if not target.is_file() or target.read_bytes() != (ROOT / name).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target)
                os.utime(target)
        for folder in ("src", "tests"):
            for path in (self.path / folder).rglob("*"):
                if path.is_file() and str(path.relative_to(self.path)) not in wanted:
                    path.unlink()

    def build(self, *targets, jobs=1):
        return self.run(["ninja", "-j", str(jobs), "-C", "build", *targets], 1200) == 0

    def prepare(self, jobs):
        self.synchronize()
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        command = ["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
        log = self.path.parent / "build.log"
        if self.run(command + launcher + self.configure, 600, log) != 0 or self.run(
                ["ninja", "-j", str(jobs), "-C", "build"], 7200, log) != 0:
            sys.exit(f"The unchanged program does not build in {self.path}: see {log}")

    def run(self, command, limit, log=os.devnull, **environment):
        """The exit status; None: it took longer than the limit, in seconds."""
        def bounded():
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self.scratch.mkdir(exist_ok=True)
        with open(log, "w") as out:
            child = subprocess.Popen(
                [word.replace("{tree}", str(self.path)) for word in command], cwd=self.path,
                env=dict(self.environment, TMPDIR=str(self.scratch), **environment), stdin=subprocess.DEVNULL, stdout=out,
                stderr=out, start_new_session=True, preexec_fn=bounded)
            try:
                return child.wait(limit)
            except subprocess.TimeoutExpired:
                return None
            finally:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                child.wait()
                shutil.rmtree(self.scratch, ignore_errors=True)

    def entries(self):
        listed = subprocess.run(["ctest", "--test-dir", "build", "--show-only=json-v1"], cwd=self.path,
                                check=True, capture_output=True, text=True).stdout
        return [Entry(test, self.path) for test in json.loads(listed)["tests"]
                if not LEFT_OUT.match(test["name"])]

    def objects(self):
        """The objects that depend on each file, by its path from the root."""
        listed = subprocess.run(["ninja", "-C", "build", "-t", "deps"], cwd=self.path, check=True,
                                capture_output=True, text=True).stdout
        found = collections.defaultdict(list)
        target = None
        for line in listed.splitlines():
            if not line.startswith(" "):
                target = line.split(":")[0]
            elif target:
                file = os.path.relpath(self.path / "build" / line.strip(), self.path)
                found[file].append(target)
        return found


# --- Which entries reach a line ---------------------------------------------------------------------


class Coverage:
    """Per entry: how long it took, and the lines of src/ that it reached."""

    def __init__(self, work, jobs):
        self.tree = Tree(work, "coverage", [
            "-DCMAKE_CXX_COMPILER=clang++",
            "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG -fprofile-instr-generate -fcoverage-mapping"])
        self.folder = work / "coverage" / "lines"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.tree.prepare(jobs)
        self.entries = self.tree.entries()
        common = digest(sorted([*ROOT.glob("src/**/*.cpp"), *ROOT.glob("src/**/*.h"),
                                *ROOT.glob("tests/**/*.h"), *ROOT.glob("tests/support/*")]))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            measured = list(pool.map(lambda entry: self.measured(entry, common), self.entries))
        self.seconds = {e.name: m["seconds"] for e, m in zip(self.entries, measured)}
        self.reached = {e.name: {f: set(n) for f, n in m["lines"].items()}
                        for e, m in zip(self.entries, measured)}

    def measured(self, entry, common):
        stored = self.folder / f"{entry.name}.json"
        key = digest([entry.source] if entry.source else []) + common
        if stored.is_file() and (found := json.loads(stored.read_text()))["key"] == key:
            return found
        tree = Tree(self.folder.parent.parent, "coverage", [])
        tree.scratch = tree.scratch.with_name(f"{tree.scratch.name}-{entry.name}")
        profiles = self.folder / entry.name
        shutil.rmtree(profiles, ignore_errors=True)
        profiles.mkdir()
        begin = time.monotonic()
        status = tree.run(entry.command, 600, LLVM_PROFILE_FILE=f"{profiles}/%4m.profraw")
        seconds = time.monotonic() - begin
        found = {"key": key, "seconds": round(seconds, 2), "status": status,
                 "lines": self.lines(entry, profiles)}
        shutil.rmtree(profiles)
        stored.write_text(json.dumps(found))
        print(f"measured {entry.name}: {seconds:.1f} s, status {status}, {len(found['lines'])} files",
              flush=True)
        return found

    def lines(self, entry, profiles):
        raw = [str(path) for path in profiles.iterdir()]
        build = self.tree.path / "build"
        programs = [str(build / p) for p in dict.fromkeys(entry.programs + ["marrow"])]
        merged = profiles / "merged"
        if not raw or subprocess.run(["llvm-profdata", "merge", "-sparse", "--failure-mode=all", *raw,
                                      "-o", merged], capture_output=True).returncode != 0:
            return {}
        more = [word for program in programs[1:] for word in ("-object", program)]
        listed = subprocess.run(["llvm-cov", "export", "-format=lcov", programs[0], *more,
                                 f"-instr-profile={merged}"],
                                capture_output=True, text=True, cwd=build).stdout
        found, file = {}, None
        for line in listed.splitlines():
            if line.startswith("SF:"):
                file = os.path.relpath(build / line[3:], self.tree.path)
            elif line.startswith("DA:"):
                number, count = line[3:].split(",")[:2]
                if count != "0" and file.startswith("src/"):
                    found.setdefault(file, []).append(int(number))
        return found

    def entries_for(self, mutant):
        """The entries that reach the line; and those to run, the own room's first."""
        reach = [e for e in self.entries
                 if mutant.line in self.reached[e.name].get(mutant.file, ())]
        room = mutant.file.split("/")[1]
        run = reach or [e for e in self.entries if mutant.file in self.reached[e.name]] or [
            e for e in self.entries if e.room == room]
        return reach, sorted(run, key=lambda e: (e.room != room, self.seconds[e.name]))


# --- One mutation -----------------------------------------------------------------------------------


class Judge:
    """Builds and tests one mutation after another in a tree of its own."""

    lock = threading.Lock()
    passes = {}  # entry: whether it passes on the unchanged program

    def __init__(self, tree, coverage, budget):
        self.tree, self.coverage, self.budget = tree, coverage, budget
        self.objects = tree.objects()

    def judged(self, mutant):
        begin = time.monotonic()
        source = self.tree.path / mutant.file
        text = source.read_text()
        changed = mutated(text, mutant)
        if changed is None:
            return {"result": "not compiled", "by": "the line is another one now"}
        objects = self.objects[mutant.file]
        if len(objects) > MOST_OBJECTS:
            return {"result": "not compiled", "by": f"{len(objects)} objects depend on this header"}
        try:
            found = self.compared(source, changed, objects)
            if found is None:
                found = self.tested(mutant, source, text, changed, objects)
        finally:
            source.write_text(text)
            self.tree.build(*objects)
        return dict(found, seconds=round(time.monotonic() - begin, 1))

    def compared(self, source, changed, objects):
        paths = [self.tree.path / "build" / name for name in objects]
        before = digest(paths)
        source.write_text(changed)
        if not objects or not self.tree.build(*objects):
            return {"result": "not compiled"}
        return {"result": "same code"} if digest(paths) == before else None

    def tested(self, mutant, source, text, changed, objects):
        reach, entries = self.coverage.entries_for(mutant)
        left, late = self.budget, []
        for entry in entries:
            seconds = self.coverage.seconds[entry.name]
            if seconds > left:
                late.append(entry.name)
                continue
            left -= seconds
            status = self.status(entry)
            if status in PASSED:
                continue
            if entry.name not in Judge.passes:
                source.write_text(text)
                clean = self.status(entry) in PASSED
                with Judge.lock:
                    Judge.passes[entry.name] = clean
                if not clean:
                    print(f"{entry.name} fails without any mutation: it is left out", flush=True)
                source.write_text(changed)
            if Judge.passes[entry.name]:
                return {"result": "noticed", "by": entry.name, "status": status}
        return {"result": "survived", "reached": [e.name for e in reach], "not run": late}

    def status(self, entry):
        """None: it took too long. An entry that is known to fail passes."""
        if not Judge.passes.get(entry.name, True):
            return 0
        if not self.tree.build(*entry.programs):
            return "link"
        stop = ["--abort-after=1"] if any(w.startswith("--source-file=") for w in entry.command) else []
        return self.tree.run(entry.command + stop, 15 + 4 * self.coverage.seconds[entry.name])


# --- The whole --------------------------------------------------------------------------------------


def read(results):
    """The last word on each mutation."""
    found = {}
    if results.is_file():
        for line in results.read_text().splitlines():
            record = json.loads(line)
            found[Mutant(*record["mutant"])] = record
    return found


def run(mutants, judges, results, wanted):
    """Judges mutants in order, one a judge at a time, until `wanted` were noticed or survived."""
    lock = threading.Lock()
    queue = iter(mutants)
    counted = 0

    def work(judge):
        nonlocal counted
        while True:
            with lock:
                mutant = next(queue, None)
                if mutant is None or counted >= wanted:
                    return
            record = dict(mutant=mutant, **judge.judged(mutant))
            with lock:
                counted += record["result"] in ("noticed", "survived")
                with open(results, "a") as out:
                    out.write(json.dumps(record) + "\n")
                print(f"{record['result']:13}{words(mutant)} {record.get('by', '')} "
                      f"{record.get('seconds', 0)} s", flush=True)

    threads = [threading.Thread(target=work, args=(judge,), daemon=True) for judge in judges]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def words(mutant):
    return f"{mutant.file}:{mutant.line}:{mutant.column + 1} '{mutant.before}' -> '{mutant.after}'"


def report(found):
    print(f"\n{'room':8}{'noticed':>9}{'survived':>10}{'share':>7}{'same code':>11}{'not compiled':>14}")
    for room in ROOMS:
        of_room = [r["result"] for m, r in found.items() if m.file.split("/")[1] == room]
        count = collections.Counter(of_room)
        judged = count["noticed"] + count["survived"]
        if of_room:
            print(f"{room:8}{count['noticed']:9}{count['survived']:10}"
                  f"{100 * count['noticed'] / max(judged, 1):6.0f}%{count['same code']:11}"
                  f"{count['not compiled']:14}")
    for mutant, record in sorted(found.items()):
        if record["result"] == "survived":
            print(f"\n{words(mutant)}\n    reached by: {', '.join(record['reached']) or 'nothing'}")
            if record["not run"]:
                print(f"    not run, too slow: {', '.join(record['not run'])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    default = pathlib.Path(tempfile.gettempdir()) / f"marrow-mutate-{os.getuid()}"
    parser.add_argument("--count", type=int, default=100, help="how many to judge (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", default=",".join(ROOMS), help="e.g. io,cli")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--budget", type=float, default=240, help="most seconds of tests a mutation")
    parser.add_argument("--work", type=pathlib.Path, default=default, help=f"default {default}")
    parser.add_argument("--list", action="store_true", help="only print what would be drawn")
    parser.add_argument("--try", dest="tries", action="append", metavar="FILE:LINE:OLD=>NEW")
    parser.add_argument("--again", action="store_true", help="judge the survivors once more")
    parser.add_argument("--report", action="store_true", help="only print the results so far")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    options.work.mkdir(parents=True, exist_ok=True)
    kind = "by-hand" if options.tries else options.seed
    results = options.work / f"results-{kind}.jsonl"
    rooms = options.rooms.split(",")
    known = read(results)
    if options.report:
        return report(known)

    wanted = options.count
    if options.tries:
        mutants = [by_hand(words) for words in options.tries]
    elif options.again:
        mutants = [m for m, r in known.items() if r["result"] == "survived"]
    else:
        mutants = [m for m in drawn(rooms, options.seed) if m not in known]
        wanted -= sum(r["result"] in ("noticed", "survived") for r in known.values())
    if options.list:
        print("\n".join(words(mutant) for mutant in mutants[:max(wanted, 0)]))
        return None

    coverage = Coverage(options.work, os.cpu_count())
    judges = []
    for number in range(options.workers):
        # Rooms are compiled a source at a time, so that a mutation costs the compilation of one.
        tree = Tree(options.work, f"w{number}", [f"-DMARROW_ALONE={';'.join(ROOMS)}"])
        tree.prepare(os.cpu_count())
        judges.append(Judge(tree, coverage, options.budget))
    run(mutants, judges, results, wanted)
    return report({m: r for m, r in read(results).items() if not options.tries or m in mutants})


if __name__ == "__main__":
    main()

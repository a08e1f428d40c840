"""Writes golden.txt: what zlib makes of the inputs of golden_test.go.

Run it as `python3 golden.py > golden.txt` with a Python that has zlib 1.2.12 or
later. Each line holds input, level, strategy, wrap (1 zlib, 0 raw), length of the
dictionary, mode, and the length and CRC-32 of the output. Modes: "whole" is one
call; "sync" and "full" flush after every 3001 bytes.
"""
import zlib

WORDS = "public static void main String int class return new private final boolean the of and to in".split()


def make(kind, size):
    x, out = 12345, bytearray()

    def draw():
        nonlocal x
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        return x >> 16

    while len(out) < size:
        v = draw()
        if kind == "noise":
            out.append(v & 0xFF)
        elif kind == "words":
            out += WORDS[v % len(WORDS)].encode()
            out += b" \n;({"[draw() % 5 :][:1]
        elif kind == "runs":
            out += bytes([v & 0x7F]) * (1 + draw() % 300)
        elif kind == "skewed":
            out.append((v % 20) * (draw() % 12))
        elif kind == "copies":
            if v % 8 == 0 and len(out) > 100:
                start = draw() * 3 % len(out)
                out += out[start : start + 3 + draw() % 400]
            else:
                out += bytes([v & 0xFF, v >> 4 & 0xFF])
    return bytes(out[:size])


def line(kind, size, level, strategy, wrap, dictionary, mode):
    data = make(kind, size)
    args = [level, zlib.DEFLATED, 15 if wrap else -15, 8, strategy]
    if dictionary:
        args.append(make("words", dictionary))
    c = zlib.compressobj(*args)
    if mode == "whole":
        out = c.compress(data)
    else:
        out = b""
        for i in range(0, size, 3001):
            out += c.compress(data[i : i + 3001])
            out += c.flush(zlib.Z_SYNC_FLUSH if mode == "sync" else zlib.Z_FULL_FLUSH)
    out += c.flush()
    print(kind, size, level, strategy, wrap, dictionary, mode, len(out), "%08x" % zlib.crc32(out))


for kind in "noise", "words", "runs", "skewed", "copies":
    for size in 0, 1, 300, 20000, 200000:
        # Level 0 with much data depends on the room for output, which Python does
        # not tell; Params.java has such cases.
        for level in range(1 if size == 200000 else 0, 10):
            line(kind, size, level, 0, 1, 0, "whole")
        for strategy in 1, 2, 3, 4:
            for level in 1, 6:
                line(kind, size, level, strategy, 0, 0, "whole")
    for level in 0, 1, 4, 6, 9:
        for mode in "sync", "full":
            line(kind, 100000, level, 0, 1, 0, mode)
        for dictionary in 2, 5000, 40000:
            line(kind, 30000, level, 0, 1, dictionary, "whole")
            line(kind, 30000, level, 0, 0, dictionary, "whole")
    for strategy in 1, 2, 3, 4:
        line(kind, 100000, 6, strategy, 0, 0, "sync")

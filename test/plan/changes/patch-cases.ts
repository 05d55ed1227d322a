/**
 * What a JSON Patch does, case by case: those of RFC 6902 and RFC 6901, and those in which implementations have been
 * found to differ. Each has a document, operations, and what they make: a document, or the position of the operation
 * that is refused.
 */
export type PatchCase = readonly [
  what: string,
  document: unknown,
  operations: readonly Readonly<Record<string, unknown>>[],
  makes: { readonly document: unknown } | { readonly refusedAt: number },
];

const makes = (document: unknown) => ({ document });
const first = { refusedAt: 0 };
const add = (path: string, value: unknown) => ({ op: "add", path, value });
const remove = (path: string) => ({ op: "remove", path });
const replace = (path: string, value: unknown) => ({ op: "replace", path, value });
const move = (from: string, path: string) => ({ op: "move", from, path });
const copy = (from: string, path: string) => ({ op: "copy", from, path });
const check = (path: string, value: unknown) => ({ op: "test", path, value });

const named = {
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};

const nothing: readonly PatchCase[] = [
  ["no operation on an empty object", {}, [], makes({})],
  ["no operation on an object", { lamp: 1 }, [], makes({ lamp: 1 })],
  ["no operation on a list", ["lamp"], [], makes(["lamp"])],
  [
    "no operation on objects in each other",
    { a: { x: 1, y: 2 } },
    [],
    makes({ a: { x: 1, y: 2 } }),
  ],
  ["no operation on objects in a list", [{ x: 1, y: 2 }], [], makes([{ x: 1, y: 2 }])],
];

const additions: readonly PatchCase[] = [
  ["a member", { a: 1 }, [add("/b", 2)], makes({ a: 1, b: 2 })],
  ["a member that is there", { a: null }, [add("/a", 1)], makes({ a: 1 })],
  ["a text of a number", {}, [add("/a", "1")], makes({ a: "1" })],
  ["true", { a: 1 }, [add("/b", true)], makes({ a: 1, b: true })],
  ["false", { a: 1 }, [add("/b", false)], makes({ a: 1, b: false })],
  ["null", { a: 1 }, [add("/b", null)], makes({ a: 1, b: null })],
  ["a list", { a: 1 }, [add("/b", [1, 2])], makes({ a: 1, b: [1, 2] })],
  ["an object in an object", { a: 1 }, [add("/b", { c: {} })], makes({ a: 1, b: { c: {} } })],
  ["a member of an element", { a: [{ x: 1 }] }, [add("/a/0/y", 2)], makes({ a: [{ x: 1, y: 2 }] })],
  ["the empty key", {}, [add("/", 1)], makes({ "": 1 })],
  ["the empty key of a member", { a: {} }, [add("/a/", 1)], makes({ a: { "": 1 } })],
  ["a key of digits", { a: 1 }, [add("/0", "x")], makes({ a: 1, 0: "x" })],
  ["to an empty list", [], [add("/0", "x")], makes(["x"])],
  ["to the end of an empty list", [], [add("/-", "x")], makes(["x"])],
  ["to the front of a list", ["a", "b"], [add("/0", "x")], makes(["x", "a", "b"])],
  ["into a list", ["a", "b"], [add("/1", "x")], makes(["a", "x", "b"])],
  ["behind a list, by its length", ["a", "b"], [add("/2", "x")], makes(["a", "b", "x"])],
  ["behind a list, by -", ["a", "b"], [add("/-", { c: [1] })], makes(["a", "b", { c: [1] }])],
  ["behind a list in lists", [1, [2, [3]]], [add("/1/1/-", 4)], makes([1, [2, [3, 4]]])],
  ["a list as one element", ["a", "b"], [add("/1", ["x", "y"])], makes(["a", ["x", "y"], "b"])],
  ["a list behind a list", ["a"], [add("/-", ["x", "y"])], makes(["a", ["x", "y"]])],
  ["of all, by an object", { a: 1 }, [add("", { b: 2 })], makes({ b: 2 })],
  ["of all, by a list", {}, [add("", [])], makes([])],
  ["of all, of a list by an object", [], [add("", {})], makes({})],
  ["further than behind a list", [1, 2], [add("/3", 5)], first],
  ["far behind a list", { a: [1, 2] }, [add("/a/8", 5)], first],
  ["before a list", { a: [1, 2] }, [add("/a/-1", 5)], first],
  ["a key of a list", ["a", "b"], [add("/x", 1)], first],
  ["at a number that is no position", ["a", "b"], [add("/1e0", 1)], first],
  ["in a member that is not there", { a: 1 }, [add("/b/c", 2)], first],
  ["in a text", { a: "text" }, [add("/a/0", "x")], first],
  ["in null", { a: null }, [add("/a/b", 1)], first],
];

const removals: readonly PatchCase[] = [
  ["a member", { a: 1, b: [1, 2] }, [remove("/b")], makes({ a: 1 })],
  ["a member that is null", { a: null }, [remove("/a")], makes({})],
  ["a member of an element", { a: [{ x: 1 }] }, [remove("/a/0/x")], makes({ a: [{}] })],
  ["an element", [1, 2, 3], [remove("/0")], makes([2, 3])],
  ["elements one after another", [1, 2, 3, 4], [remove("/1"), remove("/2")], makes([1, 3])],
  ["a member that is not there", { a: 1 }, [remove("/b")], first],
  ["a member of one that is not there", { a: 1 }, [remove("/b/c")], first],
  ["an element that is not there", ["a", "b"], [remove("/2")], first],
  ["the end of a list", ["a", "b"], [remove("/-")], first],
  ["at a number that is no position", [1, 2], [remove("/1e0")], first],
  ["within such a place", { a: [{ x: 1 }] }, [remove("/a/0e0/x")], first],
  ["what was removed", { a: 1 }, [remove("/a"), remove("/a")], { refusedAt: 1 }],
];

const replacements: readonly PatchCase[] = [
  ["a member", { a: 1, b: 2 }, [replace("/a", [1, 2])], makes({ a: [1, 2], b: 2 })],
  ["null", { a: null }, [replace("/a", "x")], makes({ a: "x" })],
  ["by null", { a: "x" }, [replace("/a", null)], makes({ a: null })],
  ["a member of an element", { a: [{ x: 1 }] }, [replace("/a/0/x", 2)], makes({ a: [{ x: 2 }] })],
  ["an element", ["a"], [replace("/0", "b")], makes(["b"])],
  ["an empty text by 0", [""], [replace("/0", 0)], makes([0])],
  ["an empty text by true", [""], [replace("/0", true)], makes([true])],
  ["an empty text by false", [""], [replace("/0", false)], makes([false])],
  ["an empty text by null", [""], [replace("/0", null)], makes([null])],
  ["an element by a list", ["a", "b"], [replace("/1", ["x"])], makes(["a", ["x"]])],
  ["all of an object", { a: 1 }, [replace("", { b: 2 })], makes({ b: 2 })],
  ["all of a text", "a", [replace("", "b")], makes("b")],
  ["a member that is not there", { a: 1 }, [replace("/b", 2)], first],
  ["in a member that is not there", { a: 1 }, [replace("/b/c", false)], first],
  ["behind a list", ["a"], [replace("/1", "x")], first],
  ["the end of a list", ["a"], [replace("/-", "x")], first],
  ["at a number that is no position", ["a"], [replace("/0e0", false)], first],
];

const moves: readonly PatchCase[] = [
  ["a member", { a: 1, b: 2 }, [move("/a", "/c")], makes({ b: 2, c: 1 })],
  ["null", { a: null }, [move("/a", "/b")], makes({ b: null })],
  ["onto its place", { a: 1 }, [move("/a", "/a")], makes({ a: 1 })],
  ["onto another member", { a: 1, b: 2 }, [move("/a", "/b")], makes({ b: 1 })],
  [
    "out of an object into a list",
    { a: [{ x: 1 }] },
    [move("/a/0/x", "/a/1")],
    makes({ a: [{}, 1] }),
  ],
  [
    "between objects",
    { a: { x: 1, y: 2 }, b: {} },
    [move("/a/x", "/b/z")],
    makes({ a: { y: 2 }, b: { z: 1 } }),
  ],
  ["an element back", [1, 2, 3], [move("/0", "/2")], makes([2, 3, 1])],
  ["an element on", [1, 2, 3], [move("/2", "/0")], makes([3, 1, 2])],
  ["an element to the end", [1, 2, 3], [move("/0", "/-")], makes([2, 3, 1])],
  ["an element behind what is left", [1, 2, 3], [move("/0", "/3")], first],
  ["into itself", { a: { b: {} } }, [move("/a", "/a/b/c")], first],
  ["what is not there", { a: 1 }, [move("/b", "/a")], first],
  ["to where nothing is", { a: 1 }, [move("/a", "/b/c")], first],
  ["from a number that is no position", { a: [1, 2] }, [move("/a/1e0", "/b")], first],
];

const copies: readonly PatchCase[] = [
  ["a member", { a: { x: 1 } }, [copy("/a", "/b")], makes({ a: { x: 1 }, b: { x: 1 } })],
  ["null", { a: null }, [copy("/a", "/b")], makes({ a: null, b: null })],
  ["an element", { a: [{ x: 1 }] }, [copy("/a/0", "/b")], makes({ a: [{ x: 1 }], b: { x: 1 } })],
  ["into itself", { a: { b: 1 } }, [copy("/a", "/a/c")], makes({ a: { b: 1, c: { b: 1 } } })],
  [
    "that stays as it is",
    { a: [1] },
    [copy("/a", "/b"), add("/a/-", 2)],
    makes({ a: [1, 2], b: [1] }),
  ],
  ["what is not there", { a: 1 }, [copy("/b", "/a")], first],
  ["to where nothing is", { a: 1 }, [copy("/a", "/b/c")], first],
  ["from a number that is no position", { a: [1, 2] }, [copy("/a/1e0", "/b")], first],
];

const checks: readonly PatchCase[] = [
  ["a text", { a: "x" }, [check("/a", "x")], makes({ a: "x" })],
  ["null", { a: null }, [check("/a", null)], makes({ a: null })],
  [
    "members in another order",
    { a: { x: 1, y: 2 } },
    [check("/a", { y: 2, x: 1 })],
    makes({ a: { x: 1, y: 2 } }),
  ],
  [
    "the same in a list",
    { a: [{ x: 1, y: 2 }] },
    [check("/a", [{ y: 2, x: 1 }])],
    makes({ a: [{ x: 1, y: 2 }] }),
  ],
  [
    "a list",
    { a: { b: [1, 5, 4] } },
    [check("/a", { b: [1, 5, 4] })],
    makes({ a: { b: [1, 5, 4] } }),
  ],
  ["all", { a: 1 }, [check("", { a: 1 })], makes({ a: 1 })],
  ["the empty key", { "": 1 }, [check("/", 1)], makes({ "": 1 })],
  ["a key that looks like a number", { "1e0": "x" }, [check("/1e0", "x")], makes({ "1e0": "x" })],
  ["an element", ["a", ["b"]], [check("/1/0", "b")], makes(["a", ["b"]])],
  [
    "keys of all characters",
    named,
    Object.entries(named).map(([key, value]) =>
      check(`/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, value),
    ),
    makes(named),
  ],
  [
    "escapes in their order",
    { "~1": 10, "/": 9 },
    [check("/~01", 10)],
    makes({ "~1": 10, "/": 9 }),
  ],
  ["an operation and what it made", { a: 1 }, [replace("/a", 2), check("/a", 2)], makes({ a: 2 })],
  ["a list against an object", { a: { b: [1, 2] } }, [check("/a", [1, 2])], first],
  ["another text", { a: "x" }, [check("/a", "y")], first],
  ["a number against a text", { "/": 9, "~1": 10 }, [check("/~01", "10")], first],
  ["a list in another order", { a: [1, 2] }, [check("/a", [2, 1])], first],
  ["a part of a list", { a: [1, 2, 3] }, [check("/a", [1, 2])], first],
  ["null against nothing", { a: 1 }, [check("/b", null)], first],
  ["at a number that is no position", ["a", "b"], [check("/1e0", "b")], first],
  ["at a position with zeros before it", ["a", "b"], [check("/00", "a")], first],
  ["at a position with one zero before it", ["a", "b"], [check("/01", "b")], first],
  [
    "behind an operation that then is not made",
    { a: 1 },
    [replace("/a", 2), check("/a", 3)],
    { refusedAt: 1 },
  ],
];

const odd: readonly PatchCase[] = [
  ["a member that no operation has", { a: 1 }, [{ ...check("/a", 1), more: 1 }], makes({ a: 1 })],
  [
    "a value of an addition with one more member",
    { a: 1 },
    [{ ...add("/b", {}), xyz: 1 }],
    makes({ a: 1, b: {} }),
  ],
  ["an addition without value", [1], [{ op: "add", path: "/-" }], first],
  ["a replacement without value", [1], [{ op: "replace", path: "/0" }], first],
  ["a test of null without value", [null], [{ op: "test", path: "/0" }], first],
  ["a test of false without value", [false], [{ op: "test", path: "/0" }], first],
  ["a copy without from", [1], [{ op: "copy", path: "/-" }], first],
  ["a move without from", { a: 1 }, [{ op: "move", path: "" }], first],
  ["an operation without path", { a: 1 }, [{ op: "remove" }], first],
  ["a path that is null", { a: 1 }, [{ op: "add", path: null, value: 1 }], first],
  ["an operation that there is not", { a: 1 }, [{ op: "spam", path: "/a", value: 1 }], first],
  ["an operation without a name", { a: 1 }, [{ path: "/a", value: 1 }], first],
  [
    "a bad operation behind good ones",
    { a: 1 },
    [remove("/a"), { op: "copy", path: "/b" }],
    { refusedAt: 1 },
  ],
];

/** The cases by what they are about. */
export const patchCases: Readonly<Record<string, readonly PatchCase[]>> = {
  "no operation": nothing,
  add: additions,
  remove: removals,
  replace: replacements,
  move: moves,
  copy: copies,
  test: checks,
  "odd operations": odd,
};

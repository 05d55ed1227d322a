import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyRooms, manyItems } from "../../bench/large-plans.ts";
import { messagesOf } from "../../bench/grpc.ts";
import { bytesIn, decode, encode, numberIn } from "../../bench/protobuf.ts";
import { type Reply, repliesOf } from "../../bench/redis-client.ts";

/** Pushes bytes in pieces of each size, and hands over what came out of it each time. */
const inPieces = <Out>(
  bytes: Buffer,
  cut: (onOut: (out: Out) => void) => (chunk: Buffer) => void,
  check: (outs: readonly Out[]) => void,
): void => {
  for (let size = 1; size <= bytes.length; size += 1) {
    const outs: Out[] = [];
    const push = cut((out) => outs.push(out));
    for (let at = 0; at < bytes.length; at += size) push(bytes.subarray(at, at + size));
    check(outs);
  }
};

test("BENCH-1: large plans have the size that is asked for, or hardly less, and are JSON", () => {
  for (const make of [manyItems, emptyRooms])
    for (const bytes of [1_000_000, 3_000_001]) {
      const text = make(bytes);
      const length = Buffer.byteLength(text);
      assert(length <= bytes && length > bytes * 0.995, `${length} of ${bytes}`);
      const plan: unknown = JSON.parse(text);
      assert(typeof plan === "object" && plan !== null && "rooms" in plan);
    }
});

test("BENCH-1: messages for etcd are read as they were written, with numbers of up to 2^53", () => {
  const numbers = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 32 + 5, 2 ** 53 - 1];
  const within = encode(numbers.map((value, number) => ({ number: number + 1, value })));
  const message = encode([
    { number: 11, value: within },
    { number: 64, value: Buffer.alloc(0) },
    { number: 11, value: Buffer.alloc(200, "a") },
  ]);
  const fields = decode(message);
  assert.deepEqual(
    bytesIn(fields, 11).map((bytes) => bytes.length),
    [within.length, 200],
  );
  assert.equal(bytesIn(fields, 64).length, 1);
  const [first = Buffer.alloc(0)] = bytesIn(fields, 11);
  for (const [position, value] of numbers.entries())
    assert.equal(numberIn(decode(first), position + 1), value);
  assert.equal(numberIn(fields, 5), 0);
  // Field 1 with the number 150: the example of the documentation of Protocol Buffers.
  assert.deepEqual([...encode([{ number: 1, value: 150 }])], [0x08, 0x96, 0x01]);
  assert.throws(() => decode(Buffer.from([0x08, 0x96])), /cut off/);
});

test("BENCH-1: replies of Redis are read however they are cut", () => {
  const bytes = Buffer.from(
    "+OK\r\n*2\r\n:1\r\n:300\r\n$5\r\na\r\nbc\r\n*2\r\n$1\r\nx\r\n$0\r\n\r\n:7\r\n",
  );
  const text = (reply: Reply): unknown =>
    Buffer.isBuffer(reply) ? reply.toString() : Array.isArray(reply) ? reply.map(text) : reply;
  inPieces<Reply>(bytes, repliesOf, (replies) =>
    assert.deepEqual(replies.map(text), ["OK", [1, 300], "a\r\nbc", ["x", ""], 7]),
  );
  assert.throws(() => repliesOf(() => undefined)(Buffer.from("-ERR no\r\n")), /ERR no/);
});

test("BENCH-1: messages of gRPC are read however they are cut", () => {
  const bytes = Buffer.from([0, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 9]);
  inPieces<Buffer>(bytes, messagesOf, (messages) =>
    assert.deepEqual(
      messages.map((message) => [...message]),
      [[1, 2, 3], [], [9]],
    ),
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { linesAbout, timesIn } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const wrongToken = rawFrame(opcodes.text, '{"type":"auth","access_token":"wrong"}');

/** Ways for a stranger to be closed, with the code. */
const endings = {
  "after a failed login": { sends: wrongToken, code: 1008 },
  "after it said too much": { sends: rawFrame(opcodes.text, "x".repeat(5000)), code: 1008 },
  "after it said nothing": { sends: Buffer.alloc(0), code: 1008 },
  "after it broke the protocol": {
    sends: rawFrame(opcodes.text, "", { reservedBits: 7 }),
    code: 1002,
  },
} as const;

for (const [how, { sends, code }] of Object.entries(endings)) {
  test(
    `CHAN-31: a stranger that keeps its half open ${how} is not kept by the service`,
    bounded,
    async (t) => {
      // Time enough for what is sent to be read, on a busy machine.
      const { port } = await startTestService(t, { config: { authTimeoutMs: 1000 } });
      const peer = await RawPeer.upgraded(t, port, { allowHalfOpen: true });
      peer.write(sends);
      assert.equal(await peer.closeCode(), code);
      // Only a socket that nobody has any more answers so: until then what comes is thrown away.
      let isGone = false;
      void peer.gone.then(() => (isGone = true));
      await until(() => {
        peer.write("x");
        return isGone;
      });
    },
  );
}

test(
  "CHAN-32: what strangers cause is logged at a bounded rate, and the rest is counted",
  bounded,
  async (t) => {
    const config = { loginDelayMs: 0, loginFailures: 1000 };
    const { port, viewer, log, stop } = await startTestService(t, { config });
    const user = await Peer.login(t, port, viewer);
    const strangers = 100;
    for (let count = 0; count < strangers; count += 1) {
      const peer = await RawPeer.upgraded(t, port);
      peer.write(wrongToken);
      assert.equal(await peer.closeCode(), 1008);
      peer.leave();
    }
    // Those of a user are written among them.
    user.ws.send(Buffer.alloc(1));
    await user.closed;
    await until(() =>
      linesAbout(log, "a connection ended").some((line) => line["user"] === "wall"),
    );
    await stop();
    for (const what of ["a login failed", "closing a connection", "a connection ended"]) {
      const lines = linesAbout(log, what).filter((line) => line["user"] === undefined);
      assert(lines.length < strangers, `${lines.length} lines: ${what}`);
      assert.equal(timesIn(lines), strangers, what);
      for (const line of lines) assert.equal(line["address"], "127.0.0.1", what);
    }
    const ofUser = log.filter((line) => line["user"] === "wall").map(({ msg }) => msg);
    assert.deepEqual(ofUser, ["a user connected", "closing a connection", "a connection ended"]);
  },
);

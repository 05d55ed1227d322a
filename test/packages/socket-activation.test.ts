import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { builtProgram, firstTokenOf, type Running, startCommand } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";

/**
 * Stands in for systemd with a socket unit: listens, and starts a command for every line that it reads, with so many
 * sockets as that line says, once the one before has ended.
 */
const socketUnit = `
import os, socket, sys
listens = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print("port", listens[0].getsockname()[1], flush=True)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        for at in range(int(line)):
            os.dup2(listens[at].fileno(), 3 + at)
            os.set_inheritable(3 + at, True)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=line.strip())
        os.execv(sys.argv[1], sys.argv[1:])
    print("started", child, flush=True)
    print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
`;

interface SocketUnit extends Running {
  readonly port: number;
  /** Starts the service with so many sockets; returns its process. */
  readonly start: (sockets: number) => Promise<number>;
}

const listen = async (t: TestContext): Promise<SocketUnit> => {
  const data = await temporaryFolder(t);
  // Nothing else can listen there: the port is not one of the tests' addresses.
  const words = [process.execPath, builtProgram, "serve", "--host", "192.0.2.1", "--data", data];
  const { PATH } = process.env;
  let pid: number | undefined;
  // Before the unit itself, whose output ends only with that of the service.
  t.after(() => {
    try {
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  });
  const unit = startCommand(t, ["python3", "-c", socketUnit, ...words], { env: { PATH } });
  await unit.printed(/port \d+\n/);
  let starts = 0;
  return {
    ...unit,
    port: Number(/port (\d+)/.exec(unit.out())?.[1]),
    start: async (sockets) => {
      unit.child.stdin?.write(`${sockets}\n`);
      starts += 1;
      await unit.printed(new RegExp(`(?:started [^]*){${starts}}`));
      pid = Number([...unit.out().matchAll(/started (\d+)/g)].at(-1)?.[1]);
      return pid;
    },
  };
};

test("PACK-21: a service that systemd passes a socket listens there, and who connects while none runs is answered by the next", async (t) => {
  if (!mayUse(t, "python3")) return;
  const unit = await listen(t);
  const health = async (): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${unit.port}/healthz`)).json();
  const early = health();
  const first = await unit.start(1);
  const token = await firstTokenOf(unit);
  assert(unit.out().includes(`floorplan listens at http://127.0.0.1:${unit.port}\n`), unit.out());
  await early;
  const peer = await Peer.login(t, unit.port, token);
  await peer.save(numberedPlan(1));

  process.kill(first, "SIGTERM");
  await unit.printed("ended 0\n");
  const between = health();
  await unit.start(1);
  await unit.printed(/plan {6}revision 1\n/);
  await between;
  assert.deepEqual(await health(), { status: "ready", rev: 1 });
});

test("PACK-21: a start with more than one socket is refused", async (t) => {
  if (!mayUse(t, "python3")) return;
  const unit = await listen(t);
  await unit.start(2);
  await unit.printed("ended 1\n");
  assert.match(unit.err(), /systemd passes 2 sockets: the service listens on one/);
});

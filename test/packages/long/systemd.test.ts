import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { eventually } from "../../support/polling.ts";
import { type Machine, privateNet } from "../../support/private-net.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { packInto, project } from "../packed.ts";
import { addNpm } from "./base-images.ts";
import { type Booted, boot } from "./booted.ts";
import { makeDebian, network, path } from "./debian.ts";

const run = promisify(execFile);

/** The commands of docs/install.md in its section on systemd: those for the service, then those for the socket. */
const commandsOfPage = async (): Promise<readonly string[]> => {
  const page = await readFile(join(project, "docs/install.md"), "utf8");
  const [, section = ""] = /\n## systemd\n([^]*?)\n## /.exec(page) ?? [];
  return [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, commands = ""]) => commands);
};

/** The package, and the same as a later version, both in the system's folder /root. */
const addPackages = async (t: TestContext, root: string): Promise<void> => {
  const folder = await temporaryFolder(t);
  const { filename } = await packInto(folder);
  await cp(filename, join(root, "root/old.tgz"));
  await run("tar", ["--extract", `--file=${filename}`, `--directory=${folder}`]);
  const manifest = join(folder, "package/package.json");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
  const packed = join(root, "root/new.tgz");
  await run("tar", ["--create", "--gzip", `--file=${packed}`, `--directory=${folder}`, "package"]);
};

/** Installs a package with npm, from outside: the booted system has no way to npm's registry. */
const install = async (root: string, name: string): Promise<void> => {
  const words = ["npm", "install", "--global", "--no-audit", "--no-fund", `/root/${name}.tgz`];
  await run("chroot", [root, ...words], { env: { PATH: path, HOME: "/root", ...network } });
};

/** What the service tries in its sandbox; each line that it writes is something that it could do. */
const attempts = `#!/bin/bash
exec >/var/lib/floorplan/could 2>/dev/null
id --user --name
for each in / /etc /usr/local/bin /var/log /var/tmp /srv /mnt /home /root /dev/shm /var/lib/floorplan; do
  touch "$each/tried" && echo "write $each"
done
cat /home/secret && echo "read /home"
cat /root/old.tgz >/dev/null && echo "read /root"
mount -t tmpfs none /mnt && echo mount
unshare --user true && echo unshare
echo 1 >/proc/sys/kernel/sysrq && echo sysctl
[ -e /proc/1 ] && echo "see systemd"
true
`;

/** What it may be able to do of that. What it writes in /var/tmp is its own, and gone with it. */
const allowed = ["floorplan", "write /var/tmp", "write /var/lib/floorplan"];

/** The service in a booted system, as the test and the people at their browsers see it. */
class Operated {
  readonly #t: TestContext;
  readonly #machine: Machine;
  readonly system: Booted;
  token = "";

  constructor(t: TestContext, machine: Machine, system: Booted) {
    this.#t = t;
    this.#machine = machine;
    this.system = system;
  }

  get health(): string {
    return `http://${this.#machine.at.front}:8125/healthz`;
  }

  login(): Promise<Peer> {
    const url = `ws://${this.#machine.at.front}:8125/api/websocket`;
    return Peer.login(this.#t, 8125, this.token, { url });
  }

  /** A property that systemd has of the unit. */
  property(name: string): Promise<string> {
    return this.system.shell(`systemctl show floorplan --property=${name} --value`);
  }

  /** Adds to the unit, and starts it again. */
  async add(name: string, text: string): Promise<void> {
    const folder = "/etc/systemd/system/floorplan.service.d";
    const write = `mkdir -p ${folder} && printf '[Service]\\n${text}\\n' >${folder}/${name}.conf`;
    await this.system.shell(`${write} && systemctl daemon-reload && systemctl restart floorplan`);
  }

  /** Saves once, and returns the revision. */
  async save(): Promise<number> {
    const peer = await this.login();
    const rev = await peer.save(numberedPlan(1));
    peer.ws.terminate();
    return rev;
  }
}

const losesNothing = async (t: TestContext, service: Operated): Promise<void> => {
  const peer = await service.login();
  let acknowledged = 0;
  const saving = (async () => {
    for (;;) acknowledged = await peer.save(numberedPlan(acknowledged + 1));
  })();
  const ended = assert.rejects(saving);
  await eventually(async () => (acknowledged > 20 ? { seen: 0 } : { not: "saved" }), 60_000);
  await service.system.shell("systemctl stop floorplan");
  await ended;
  assert.equal(await service.property("Result"), "success");
  await service.system.shell("systemctl start floorplan");
  t.diagnostic(`${acknowledged} saves were acknowledged before the stop`);
  // A save may be done whose answer did not arrive any more.
  const next = await service.save();
  assert([1, 2].includes(next - acknowledged), `${next} after ${acknowledged}`);
};

const comesBack = async (service: Operated): Promise<void> => {
  const before = await service.save();
  await service.add("watchdog", "WatchdogSec=2\\nRestartSec=1");
  const hung = await service.property("MainPID");
  await service.system.shell("systemctl kill --signal=STOP --kill-whom=main floorplan");
  await eventually(async () => {
    const states = [await service.property("NRestarts"), await service.property("ActiveState")];
    return states.join() === "1,active" ? { seen: 0 } : { not: states.join() };
  }, 60_000);
  assert.notEqual(await service.property("MainPID"), hung);
  assert.equal(await service.save(), before + 1);
};

const isUpgraded = async (service: Operated, root: string): Promise<void> => {
  const rev = await service.save();
  const old = await service.system.shell("floorplan --version");
  for (const [name, version] of [
    ["new", "99.0.0"],
    ["old", old],
  ] as const) {
    await install(root, name);
    await service.system.shell("systemctl restart floorplan");
    assert.equal(await service.system.shell("floorplan --version"), version);
    assert.deepEqual(await (await fetch(service.health)).json(), { status: "ready", rev });
  }
};

/** How connections fared, each a new one. */
interface Asked {
  readonly answered: number;
  /** Those that the service had taken, and ended without an answer because it stopped. */
  readonly cutOff: number;
}

/** Asks over and over while some work is done; fails if a connection is refused. */
const askWhile = async (url: string, work: () => Promise<unknown>): Promise<Asked> => {
  const stop = new AbortController();
  const asking = (async () => {
    const asked = { answered: 0, cutOff: 0 };
    while (!stop.signal.aborted) {
      try {
        await (await fetch(url, { headers: { connection: "close" } })).text();
        asked.answered += 1;
      } catch (error) {
        const { code } = Object(error instanceof Error ? error.cause : error);
        assert.notEqual(code, "ECONNREFUSED");
        asked.cutOff += 1;
      }
    }
    return asked;
  })();
  await work();
  stop.abort();
  return asking;
};

test("PACK-19: under a real systemd, the unit starts, keeps its bounds, is restarted when it hangs, and loses nothing by a stop, an upgrade or a way back; with the socket, nobody is refused meanwhile", async (t) => {
  if (!mayUse(t, "mmdebstrap") || !mayUse(t, "systemd-nspawn")) return;
  const [machine] = (await privateNet(t, 1)) ?? [];
  if (machine === undefined) return;
  const root = await makeDebian(t, "trixie", ["systemd-sysv", "libstdc++6"]);
  await addNpm(t, join(root, "usr/local"));
  await addPackages(t, root);
  await install(root, "old");
  const service = new Operated(t, machine, await boot(t, root, machine));
  const { shell } = service.system;
  const [start = "", listen = "", ...more] = await commandsOfPage();
  assert.equal(more.length, 0);

  service.token = (await shell(start)).split("\n").at(-1) ?? "";
  assert.deepEqual(
    [await service.property("ActiveState"), await service.property("StatusText")],
    ["active", "ready"],
  );
  await shell("echo FLOORPLAN_HOST=0.0.0.0 >>/etc/floorplan.env");
  // Elsewhere the rights of files alone would keep it out.
  await shell("chmod 1777 /srv /mnt");
  await writeFile(join(root, "home/secret"), "secret\n");
  await writeFile(join(root, "usr/local/bin/attempts"), attempts, { mode: 0o755 });
  await service.add("attempts", "ExecStartPost=-/usr/local/bin/attempts");
  await t.test("PACK-19: what it can do", async () => {
    const could = await shell("cat /var/lib/floorplan/could");
    assert.deepEqual(could.split("\n"), allowed);
  });
  await t.test("PACK-19: a stop under load", (each) => losesNothing(each, service));
  await t.test("PACK-19: a service that hangs", () => comesBack(service));
  await t.test("PACK-19: an upgrade and the way back", () => isUpgraded(service, root));
  await t.test("PACK-21: a restart behind its socket", async (each) => {
    const open = "sed -i s/127.0.0.1/0.0.0.0/ /etc/systemd/system/floorplan.socket";
    await shell(listen.replace("systemctl daemon-reload", `${open} && systemctl daemon-reload`));
    const asked = await askWhile(service.health, () => shell("systemctl restart floorplan"));
    each.diagnostic(`during a restart: ${JSON.stringify(asked)}`);
    assert(asked.answered > 1 && asked.cutOff < 2);
    assert.equal(await shell("systemctl is-active floorplan.socket floorplan"), "active\nactive");
  });
});

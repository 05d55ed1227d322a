import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { TestContext } from "node:test";

/** The programs that tests use besides Node.js, and how to install each. */
const installedBy = {
  caddy: "apt-get install caddy",
  apparmor_parser: "apt-get install apparmor",
  chromium: "apt-get install chromium-headless-shell",
  curl: "apt-get install curl",
  firefox: "apt-get install firefox-esr",
  etcd: ".ci/etcd, or etcd-server and etcd-client 3.5.26 or later of Debian's testing release, on the PATH",
  ezdxf: ".ci/ezdxf",
  IfcOpenShell: ".ci/ifcopenshell",
  "Home Assistant": ".ci/home-assistant",
  mosquitto: "apt-get install --no-install-recommends mosquitto",
  mypy: ".ci/home-assistant",
  prometheus: "apt-get install --no-install-recommends prometheus, which also has promtool",
  nginx: "apt-get install nginx-light",
  openssl: "apt-get install openssl",
  PyYAML: "apt-get install python3-yaml",
  python3: "apt-get install python3",
  script: "apt-get install bsdutils",
  setpriv: "apt-get install util-linux",
  strace: "apt-get install strace",
  mmdebstrap: "apt-get install mmdebstrap",
  podman:
    "apt-get install --no-install-recommends podman crun netavark aardvark-dns iptables podman-compose",
  "systemd-analyze": "apt-get install systemd",
  "systemd-nspawn": "apt-get install systemd-container",
  "systemd-notify": "apt-get install systemd",
  WebKitWebDriver: "apt-get install webkit2gtk-driver",
  "Sweet Home 3D": ".ci/sweet-home, and apt-get install openjdk-17-jdk-headless or a later one",
  Xvfb: "apt-get install xvfb",
} as const;

/** A program that some tests need. */
export type Program = keyof typeof installedBy;

/** The folder in which `.ci/home-assistant` installs a real Home Assistant. */
export const homeAssistantFolder = (): string =>
  process.env["FLOORPLAN_TEST_HOME_ASSISTANT"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "floorplan", "home-assistant");

/** The folder in which `.ci/ezdxf` installs a reader of DXF files for Python. */
export const ezdxfFolder = (): string =>
  process.env["FLOORPLAN_TEST_EZDXF"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "floorplan", "ezdxf");

/** The folder in which `.ci/ifcopenshell` installs a writer of IFC files for Python. */
export const ifcOpenShellFolder = (): string =>
  process.env["FLOORPLAN_TEST_IFCOPENSHELL"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "floorplan", "ifcopenshell");

/** The classes of Sweet Home 3D, which `.ci/sweet-home` unpacks; undefined if there are none. */
export const sweetHomeClasses = (): string | undefined =>
  [
    process.env["FLOORPLAN_TEST_SWEET_HOME"] ??
      join(
        process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
        "floorplan",
        "sweethome3d.jar",
      ),
    "/usr/share/sweethome3d/sweethome3d.jar",
  ].find((file) => existsSync(file));

/** A command's path from `PATH`; undefined if there is none. */
export const whereIs = (command: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** The tests' browser: preferably the headless one, which costs a fifth less. */
export const browserPath = (): string | undefined =>
  whereIs("chromium-headless-shell") ?? whereIs("chromium");

/** Firefox: Debian's ESR, or another. */
export const firefoxPath = (): string | undefined => whereIs("firefox-esr") ?? whereIs("firefox");

/** The oldest supported etcd. */
const minEtcd = [3, 5, 26] as const;

const hasEtcd = (): boolean => {
  if (whereIs("etcdctl") === undefined) return false;
  const { stdout } = spawnSync("etcd", ["--version"], { encoding: "utf8" });
  const found = /^etcd Version: (\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  const differs = minEtcd.findIndex((least, at) => found[at] !== least);
  return differs === -1 || (found[differs] ?? 0) > (minEtcd[differs] ?? 0);
};

/** Whether a program is installed. */
export const hasProgram = (program: Program): boolean => {
  if (program === "PyYAML")
    return spawnSync("python3", ["-c", "import yaml"], { stdio: "ignore" }).status === 0;
  if (program === "Home Assistant") return existsSync(join(homeAssistantFolder(), "complete"));
  if (program === "ezdxf") return existsSync(join(ezdxfFolder(), "complete"));
  if (program === "IfcOpenShell") return existsSync(join(ifcOpenShellFolder(), "complete"));
  if (program === "mypy") return existsSync(join(homeAssistantFolder(), "venv/bin/mypy"));
  if (program === "chromium") return browserPath() !== undefined;
  if (program === "firefox") return firefoxPath() !== undefined;
  if (program === "etcd") return hasEtcd();
  if (program === "Sweet Home 3D")
    return sweetHomeClasses() !== undefined && whereIs("javac") !== undefined;
  return whereIs(program) !== undefined;
};

/** How to install a program, such as "strace: apt-get install strace". */
export const wayToGet = (program: Program): string => `${program}: ${installedBy[program]}`;

/**
 * Skips a test that lacks something; the run reports and counts that. With `CI=true` the test fails instead, since that
 * machine must have everything.
 */
export const skipWithout = (t: Pick<TestContext, "skip">, lacking: string): void => {
  const reason = `needs ${lacking}`;
  assert.notEqual(process.env["CI"], "true", reason);
  t.skip(reason);
};

/** Whether a test can use a program; otherwise skips the test, or fails it with `CI=true`. */
export const mayUse = (t: Pick<TestContext, "skip">, program: Program): boolean => {
  if (hasProgram(program)) return true;
  skipWithout(t, wayToGet(program));
  return false;
};

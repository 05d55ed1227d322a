import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as t from "io-ts";
import { eventually } from "./polling.ts";
import { freePorts } from "./free-ports.ts";
import { decoded } from "./home-assistant/decoded.ts";
import { configuration } from "./home-assistant/entities.ts";
import {
  connect,
  type HomeAssistant,
  type People,
  type Person,
} from "./home-assistant/home-assistant-under-test.ts";
import { waitUntilStored } from "./home-assistant/wait-until-stored.ts";
import { makeOwner, makePeople, onlyOwnerIsMissing } from "./home-assistant/onboarding.ts";
import { startProcess } from "./home-assistant/process.ts";
import { makeRooms } from "./home-assistant/floors-and-areas.ts";
import { homeAssistantFolder } from "./programs.ts";

const startMs = 120_000;
const runningConfig = t.type({ state: t.string, version: t.string });

/** A real Home Assistant; its starter must end it with `remove`. */
export interface RealHomeAssistant extends HomeAssistant {
  /** Its configuration folder. */
  readonly folder: string;
  /** Kills it, and removes its folder. */
  readonly remove: () => Promise<void>;
  /** `remove`, synchronously at the end of this process. */
  readonly removeNow: () => void;
  /** Its output so far. */
  readonly printed: () => string;
}

/** The machine that a Home Assistant runs on. */
export interface Place {
  /** Where it listens. */
  readonly host: string;
  /** A command that runs the command that follows its own arguments there. */
  readonly through: readonly string[];
}

const here: Place = { host: "127.0.0.1", through: [] };

/** A configuration folder for a Home Assistant without users. */
const newFolder = async (
  host: string,
  port: number,
  more: string,
  http: string,
  components: string | undefined,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "floorplan-home-assistant-"));
  await writeFile(join(folder, "configuration.yaml"), `${configuration(host, port, http)}${more}`);
  if (components !== undefined)
    await cp(components, join(folder, "custom_components"), { recursive: true });
  // It serves files of `www` only if that is there when it starts.
  await mkdir(join(folder, "www"));
  await mkdir(join(folder, ".storage"));
  await writeFile(join(folder, ".storage", "onboarding"), onlyOwnerIsMissing);
  return folder;
};

/**
 * Starts a real Home Assistant with people, rooms and entities, in its own folder, on a free port of 127.0.0.1 or of
 * another place. This takes seconds: tests that do not change it for others share one. `more` is YAML added to its configuration, `http`
 * is added to the `http` section. `components` is a folder with integrations to install.
 */
export const startHomeAssistant = async (
  more = "",
  http = "",
  components?: string,
  { host, through }: Place = here,
): Promise<RealHomeAssistant> => {
  const [port = 0] = await freePorts(1);
  const url = `http://${host}:${port}`;
  const folder = await newFolder(host, port, more, http, components);
  let running = startProcess(homeAssistantFolder(), folder, through);

  const answers = async (path: string, token?: string): Promise<unknown> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return eventually(async () => {
      assert(!running.isOver(), `Home Assistant has ended:\n${running.printed()}`);
      try {
        const response = await fetch(`${url}${path}`, { headers });
        const body: unknown = response.ok ? await response.json() : undefined;
        const isReady = token === undefined || (runningConfig.is(body) && body.state === "RUNNING");
        return response.ok && isReady ? { seen: body } : { not: JSON.stringify(body) };
      } catch (error) {
        return { not: String(error) };
      }
    }, startMs);
  };

  const remove = async (): Promise<void> => {
    if (!running.isOver()) await running.kill();
    await rm(folder, { recursive: true });
  };
  const moveIn = async (): Promise<People & { readonly version: string }> => {
    await answers("/api/onboarding");
    const account = { name: "Owner", username: "owner", password: "owner's password" };
    const owner = await makeOwner(url, account);
    const { version } = decoded(runningConfig, await answers("/api/config", owner.longLivedToken));
    const socket = await connect({ url }, owner.longLivedToken);
    // Confirms its new address, which it would otherwise revert after some minutes.
    await socket.call({ type: "http/config/promote" });
    await makeRooms(socket);
    const people = await makePeople(url, socket);
    await socket.close();
    return { owner, ...people, version };
  };
  const { version, ...people } = await moveIn().catch(async (error: unknown) => {
    const printed = running.printed();
    await remove();
    throw new Error(`Home Assistant did not start as the tests want it:\n${printed}`, {
      cause: error,
    });
  });

  const update = async (person: Person, change: object): Promise<void> => {
    const administrator = await connect({ url }, people.owner.longLivedToken);
    await administrator.call({ type: "config/auth/update", user_id: person.id, ...change });
    await administrator.close();
  };
  const stop = async (): Promise<void> => {
    if (!running.isOver()) await running.stop();
  };
  return {
    kind: "real",
    folder,
    url,
    version,
    ...people,
    setActive: (person, isActive) => update(person, { is_active: isActive }),
    setLocalOnly: (person, isLocalOnly) => update(person, { local_only: isLocalOnly }),
    stop,
    restart: async () => {
      await stop();
      running = startProcess(homeAssistantFolder(), folder, through);
      await answers("/api/config", people.owner.longLivedToken);
    },
    kill: async () => {
      if (running.isOver()) return;
      await waitUntilStored(folder, people.leaver.longLivedToken);
      await running.kill();
    },
    pause: () => running.pause(),
    resume: () => {
      running.resume();
      return Promise.resolve();
    },
    printed: () => running.printed(),
    remove,
    removeNow: () => {
      running.killNow();
      rmSync(folder, { recursive: true, maxRetries: 20 });
    },
  };
};

let shared: Promise<RealHomeAssistant> | undefined;

/**
 * The real Home Assistant that all test files of this process share; it ends with the process. A test that changes it
 * permanently starts its own.
 */
export const sharedHomeAssistant = (): Promise<RealHomeAssistant> => {
  shared ??= startHomeAssistant().then((home) => {
    process.once("exit", home.removeNow);
    return home;
  });
  return shared;
};

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRight } from "fp-ts/lib/Either.js";
import type { ServiceConfig } from "../../src/server/limits.ts";
import type { Rights } from "../../src/auth/user.ts";
import { createUser, usersFile } from "../../src/auth/user-directory.ts";
import { type DoubleHomeAssistant, startDouble } from "../support/double-home-assistant.ts";
import { Peer } from "../support/peer.ts";
import {
  type TestScope,
  startTestService,
  temporaryFolder,
  type TestService,
} from "../support/service.ts";
import { compressedState } from "./known-states.ts";

/** A service that has a token of a Home Assistant, in a file. */
export type ServiceWithToken = TestService & { readonly tokenFile: string };

/** Such a service, whose pauses are short; with `again` on the folder of an earlier one. */
export const serviceOf = async (
  t: TestScope,
  {
    url,
    owner,
  }: {
    readonly url: string;
    readonly owner: Pick<DoubleHomeAssistant["owner"], "longLivedToken">;
  },
  config: Partial<ServiceConfig> = {},
  again?: TestService,
): Promise<ServiceWithToken> => {
  const tokenFile = join(await temporaryFolder(t), "token");
  await writeFile(tokenFile, `${owner.longLivedToken}\n`, { mode: 0o600 });
  const service = await startTestService(t, {
    config: {
      homeAssistant: url,
      homeAssistantTokenFile: tokenFile,
      homeAssistantPauseMs: 50,
      // It reads the registry over a connection of its own, which tests that count connections do not expect.
      followRenames: "off",
      ...config,
    },
    ...(again && { again }),
  });
  return { ...service, tokenFile };
};

/** A plan that names some of a house. */
export const plan = {
  rooms: [{ id: "r", temperature: "sensor.warmth" }],
  furniture: [{ id: "l", entity: "light.hall" }],
  openings: [{ lock: "lock.back" }],
  texts: [{ text: "{{ 1 + 1 }}" }, { text: "lock.front_door" }],
};

/** The event that the template of this plan has. */
export const rendered = {
  result: 2,
  listeners: { all: false, entities: [], domains: [], time: false },
};

/** A Home Assistant with what this plan names. */
export const startHome = async (t: TestScope): Promise<DoubleHomeAssistant> => {
  const home = await startDouble(t);
  home.core.setStates({
    "light.hall": compressedState("on", { brightness: 90 }),
    "sensor.warmth": compressedState("21"),
    "lock.front_door": compressedState("locked"),
  });
  home.core.setTemplate("{{ 1 + 1 }}", { result: 2 });
  return home;
};

/** Such a home, a service of it that has the plan, and an administrator's connection. */
export const settled = async (
  t: TestScope,
  given: unknown = plan,
  config: Partial<ServiceConfig> = {},
): Promise<{
  readonly home: DoubleHomeAssistant;
  readonly service: ServiceWithToken;
  readonly admin: Peer;
}> => {
  const home = await startHome(t);
  const service = await serviceOf(t, home, config);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save(given);
  await home.whenReceived("subscribe_entities", 1);
  return { home, service, admin };
};

/** A screen that follows the states of what the plan names. */
export const following = async (t: TestScope, { port, viewer }: TestService): Promise<Peer> => {
  const screen = await Peer.login(t, port, viewer);
  await screen.result("subscribe_entities");
  return screen;
};

/** The token of a new user. */
export const newToken = async (
  { data }: TestService,
  name: string,
  rights: Rights,
): Promise<string> => {
  const created = await createUser(usersFile(data), name, rights);
  assert(isRight(created));
  return created.right;
};

/** A screen that may switch what the plan names. */
export const controlling = async (t: TestScope, service: TestService): Promise<Peer> =>
  Peer.login(t, service.port, await newToken(service, "tablet", { admin: false, control: true }));

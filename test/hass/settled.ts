import { isRight } from "fp-ts/lib/Either.js";
import assert from "node:assert/strict";
import { createUser, usersFile } from "../../src/host/users/user-directory.ts";
import { Peer } from "../support/peer.ts";
import type { Ending, TestService } from "../support/service.ts";
import { type ScriptedHouse, serviceOf, startScriptedHouse, told } from "./scripted-house.ts";

/** A plan that names some of a house. */
export const plan = {
  rooms: [{ id: "r", temperature: "sensor.warmth" }],
  furniture: [{ id: "l", entity: "light.hall" }],
  openings: [{ lock: "lock.back" }],
  texts: [{ text: "{{ 1 + 1 }}" }, { text: "lock.front_door" }],
};

/** A house with states, a service of it that has the plan, and an administrator's connection. */
export const settled = async (
  t: Ending,
  given: unknown = plan,
): Promise<{
  readonly house: ScriptedHouse;
  readonly service: TestService & { readonly tokenFile: string };
  readonly admin: Peer;
}> => {
  const house = await startScriptedHouse(t);
  house.states = {
    "light.hall": told("on", { brightness: 90 }),
    "sensor.warmth": told("21"),
    "lock.front_door": told("locked"),
  };
  const service = await serviceOf(t, house);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save(given);
  await house.whenCame("subscribe_entities", 1);
  return { house, service, admin };
};

/** The token of a new user. */
export const newToken = async (
  { data }: TestService,
  name: string,
  rights: { admin: boolean; control: boolean },
): Promise<string> => {
  const created = await createUser(usersFile(data), name, rights);
  assert(isRight(created));
  return created.right;
};

/** A screen that may switch what the plan names. */
export const controlling = async (t: Ending, service: TestService): Promise<Peer> =>
  Peer.login(t, service.port, await newToken(service, "tablet", { admin: false, control: true }));

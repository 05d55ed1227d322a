import { isObject, type Json, listIn, textIn } from "../../../model/json.ts";
import { type Mesh, meshIn, type MeshKind, meshKinds } from "../../../model/mesh/mesh.ts";
import { type MeshPast, meshPastIn } from "../../../model/mesh/mesh-past.ts";
import { catchProblem, decodeAnswer } from "../../connection/asking.ts";
import type { Answer, PlanClient } from "../../connection/plan-client.ts";
import { isLeft } from "fp-ts/lib/Either.js";

/** Which meshes Home Assistant has, and the last of each that the service has read. */
export interface MeshList {
  readonly kinds: readonly MeshKind[];
  readonly last: readonly Mesh[];
}

const isKind = (kind: string | undefined): kind is MeshKind =>
  meshKinds.some((each) => each === kind);

const listOf = (given: Json): MeshList | undefined =>
  isObject(given)
    ? {
        kinds: listIn(given["kinds"]).map(textIn).filter(isKind),
        last: listIn(given["last"]).flatMap((each) => meshIn(each) ?? []),
      }
    : undefined;

const ask = async <Value>(
  client: PlanClient,
  name: string,
  fields: Readonly<Record<string, string | number>>,
  read: (answer: Json) => Value | undefined,
): Answer<Value> => {
  const reached = await client.service();
  if (isLeft(reached)) return reached;
  const message = { type: `${client.domain}/mesh/${name}`, ...fields };
  const answer = await catchProblem(() => reached.right.sendMessagePromise<Json>(message));
  return decodeAnswer(answer, "mesh", read);
};

/** Asks the service which meshes there are. */
export const listMeshes = (client: PlanClient): Answer<MeshList> => ask(client, "list", {}, listOf);

/** Has the service read a mesh, which may take minutes; `baseTopic` counts for Zigbee2MQTT. */
export const readMesh = (client: PlanClient, kind: MeshKind, baseTopic: string): Answer<Mesh> => {
  const topic = baseTopic.trim();
  const more = kind === "zigbee2mqtt" && topic !== "" ? { base_topic: topic } : {};
  return ask(client, "read", { kind, ...more }, meshIn);
};

/** Asks how well the nodes of the mesh that was read were heard since a moment, in seconds since 1970. */
export const askPast = (client: PlanClient, kind: MeshKind, start: number): Answer<MeshPast> =>
  ask(client, "past", { kind, start }, meshPastIn);

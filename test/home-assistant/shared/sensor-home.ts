import assert from "node:assert/strict";
import { readAudit, auditFolder, type AuditLine } from "../../../src/server/audit/audit-lines.ts";
import { isLeft } from "fp-ts/lib/Either.js";
import { type ZoneAnswer, zoneAnswerCodec } from "../../../src/model/zones/sensor/sensor-answer.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import type { DoubleHomeAssistant } from "../../support/double-home-assistant.ts";
import type { Command } from "../../support/home-assistant/double-commands.ts";
import { Peer } from "../../support/peer.ts";
import type { TestScope, TestService } from "../../support/service.ts";
import { radarAt, rectangleSensor, sensorStates } from "../../model/zones/sensors.ts";
import { newToken, serviceOf, startHome } from "../service-with-token.ts";

/** A square metre before the radar. */
export const square = [
  [1.5, 2],
  [2.5, 2],
  [2.5, 3],
  [1.5, 3],
];

/** A plan whose zone is written to a radar. */
export const zonePlan = (sensor: object | undefined = rectangleSensor): object => ({
  // Shows that Home Assistant is there.
  rooms: [{ id: "r", temperature: "sensor.warmth" }],
  trackers: [radarAt()],
  zones: [{ id: "sofa", points: square, ...(sensor === undefined ? {} : { sensor }) }],
});

/** The rights of who may write zones to sensors. */
export const writing = { admin: true, control: true };

/** A home with a radar, a service that has a zone of it, and somebody who may write it. */
export const startSensor = async (
  t: TestScope,
  plan: object = zonePlan(),
  config: Partial<ServiceConfig> = {},
): Promise<{
  readonly home: DoubleHomeAssistant;
  readonly service: TestService;
  readonly editor: Peer;
  readonly rev: number;
}> => {
  const home = await startHome(t);
  home.core.setStates(
    Object.fromEntries(
      Object.entries(sensorStates).map(([id, { state, attributes = {} }]) => [
        id,
        { s: state, a: attributes },
      ]),
    ),
  );
  const service = await serviceOf(t, home, { zoneSettleMs: 1, ...config });
  const token = await newToken(service, "editor", writing);
  const editor = await Peer.login(t, service.port, token);
  const rev = await editor.save(plan);
  await home.whenReceived("subscribe_entities", 1);
  return { home, service, editor, rev };
};

/** The answer of a command about a zone. */
export const zoneAnswer = async (
  peer: Peer,
  name: "write" | "restore",
  fields: Readonly<Record<string, unknown>>,
): Promise<ZoneAnswer> => {
  const read = zoneAnswerCodec.decode(await peer.result(`floorplan/zones/${name}`, fields));
  assert(!isLeft(read), "the answer is as documented");
  return read.right;
};

/** The states of entities, by the last part of their names. */
export const statesIn = ({ core }: DoubleHomeAssistant): readonly (string | undefined)[] =>
  ["x1", "y1", "x2", "y2"].map((each) => core.states.get(`number.radar_zone_1_${each}`)?.s);

/** Answers the calls for one entity in another way; all others as ever. */
export const instead = ({ answer }: DoubleHomeAssistant, entity: string, other: Command): void =>
  answer("call_service", (asked, message) => {
    const target = message["target"];
    return JSON.stringify(target).includes(entity) ? other(asked, message) : asked.usual();
  });

/** The lines of a service's audit log about zones. */
export const zoneLines = async ({ data }: TestService): Promise<readonly AuditLine[]> => {
  const lines: AuditLine[] = [];
  for await (const found of readAudit(auditFolder(data)))
    if ("line" in found && /^(zone_|switch_failed|refused)/.test(found.line.what))
      lines.push(found.line);
  return lines;
};

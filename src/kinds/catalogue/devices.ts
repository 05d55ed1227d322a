import { type DeviceKind, type Sign, signs } from "./signs.ts";

/** The name of a sign. */
export type SignName = keyof typeof signs;

/** The kinds of devices that the catalogue has. */
export type DeviceName = {
  [Name in SignName]: (typeof signs)[Name] extends { readonly device: DeviceKind } ? Name : never;
}[SignName];

const kinds: ReadonlyMap<string, DeviceKind> = new Map(
  Object.entries<Sign>(signs).flatMap(([name, { device }]) =>
    device === undefined ? [] : [[name, device] as const],
  ),
);

/** The kinds of devices that a palette offers. */
export const deviceKinds: readonly string[] = [...kinds.keys()];

/** What is known of a kind of device; nothing of one that only a plan has. */
export const deviceKind = (kind: string): DeviceKind | undefined => kinds.get(kind);

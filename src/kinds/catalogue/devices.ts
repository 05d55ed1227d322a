import { type DeviceKind, signs } from "./signs.ts";

/** The kinds of devices that the catalogue has. */
export type DeviceName = keyof typeof signs;

const kinds: ReadonlyMap<string, DeviceKind> = new Map(Object.entries<DeviceKind>(signs));

/** The kinds of devices that a palette offers. */
export const deviceKinds: readonly string[] = [...kinds.keys()];

/** What is known of a kind of device; nothing of one that only a plan has. */
export const deviceKind = (kind: string): DeviceKind | undefined => kinds.get(kind);

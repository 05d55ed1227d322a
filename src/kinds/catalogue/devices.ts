import { type DeviceKind, deviceSigns } from "../../model/kinds/catalogue/devices.ts";

/** The kinds of devices that the catalogue has. */
export type DeviceName = keyof typeof deviceSigns;

const kinds: ReadonlyMap<string, DeviceKind> = new Map(Object.entries<DeviceKind>(deviceSigns));

/** The kinds of devices that a palette offers. */
export const deviceKinds: readonly string[] = [...kinds.keys()];

/** What is known of a kind of device; nothing of one that only a plan has. */
export const deviceKind = (kind: string): DeviceKind | undefined => kinds.get(kind);

import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Ban, bansFile, withBans } from "../../src/auth/bans.ts";

/** Bans an address in a data folder, possibly beside a running service; beyond `most`, the oldest bans are forgotten. */
export const banOn = async (data: string, banned: Ban, most = 10): Promise<void> => {
  const added = await bansFile(data).change((content) =>
    right([withBans(content, [banned], most, Date.now()), undefined]),
  );
  if (isLeft(added)) throw new Error(added.left);
};

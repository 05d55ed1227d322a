import type { RoomWords } from "../../renderer/options.ts";

export const german: RoomWords = {
  water: /bad\b/,
  honey: /küche/,
  lilac: /schlaf/,
  sand: /wohn/,
  rose: /ess/,
  sage: /büro/,
  stone: /flur|diele/,
  mist: /keller/,
};

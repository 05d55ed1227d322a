import type { RoomWords } from "../../drawing/options.ts";

export const roomWords: RoomWords = {
  water: /bad\b/,
  honey: /küche/,
  lilac: /schlaf/,
  sand: /wohn/,
  rose: /ess/,
  sage: /büro/,
  stone: /flur|diele/,
  mist: /keller/,
};

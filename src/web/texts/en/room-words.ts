import type { RoomWords } from "../../renderer/options.ts";

export const english: RoomWords = {
  water: /shower|bath|toilet|restroom|wc/,
  honey: /kitchen|coffee|pantry|fridge/,
  lilac: /bed|sleep|guest/,
  sand: /sofa|living|library|lounge/,
  rose: /table|dining|meeting/,
  sage: /desk|office|study/,
  stone: /stairs|hall|corridor|coat|landing/,
  mist: /wash|garage|storage|lab|utility/,
};

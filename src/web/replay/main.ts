export { Replay } from "./replay.ts";
export { replayBar, replayStyle } from "./replay-bar.ts";

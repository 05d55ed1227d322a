/** An editor in its own process that moves a lamp with a JSON Patch, by the service's command or by a server that speaks it. */

import { answerAsEditor, type Destination, documentName, type PlanEditor } from "../peers/peer.ts";
import { Editor } from "./editor.ts";
import { furnishedPlan, lampPosition, lampX } from "./lamp.ts";

const failure = /"success":false/;
const longest = 300;

/** The reply; throws if it tells of an error. */
const accepted = (command: string, reply: string): string => {
  if (failure.test(reply)) throw new Error(`${command} was answered ${reply.slice(0, longest)}`);
  return reply;
};

/** The revision that a reply tells; 0 if none, as from a baseline. */
const revOf = (reply: string): number => Number(/"rev":(\d+)/.exec(reply)?.[1] ?? 0);

const storedPlan = async (editor: Editor): Promise<{ rev: number; text: string }> => {
  const reply = accepted("plan/get", await editor.command('"type":"floorplan/plan/get"}'));
  const decoded: unknown = JSON.parse(reply);
  if (typeof decoded !== "object" || decoded === null || !("result" in decoded))
    throw new Error("the server did not answer with a plan");
  const plan: unknown = decoded.result;
  const rev = typeof plan === "object" && plan !== null && "rev" in plan ? Number(plan.rev) : 0;
  return { rev, text: JSON.stringify(plan) };
};

const connect = async ({ port, token, plan }: Destination): Promise<PlanEditor> => {
  const editor = await Editor.connect(`ws://127.0.0.1:${port}/api/websocket`, token);
  const store = async (text: string) => {
    const { reply } = await editor.save(text);
    return { rev: revOf(accepted("plan/save", reply)), text };
  };
  const stored = plan === undefined ? await storedPlan(editor) : await store(plan);
  let { rev } = stored;
  const path = `/furniture/${lampPosition(furnishedPlan(stored.text))}/x`;
  return {
    document: documentName,
    move: async (x) => {
      const changes = `[{"op":"replace","path":"${path}","value":${x}}]`;
      const rest = `"type":"floorplan/plan/change","rev":${rev},"changes":${changes}}`;
      rev = revOf(accepted("plan/change", await editor.command(rest)));
    },
    x: async () => lampX(furnishedPlan((await storedPlan(editor)).text)),
    leave: () => editor.leave(),
  };
};

answerAsEditor(connect);

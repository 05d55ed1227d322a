import { anyObject } from "../../../src/model/codec.ts";
import type { Message } from "../peer.ts";
import { connect, type HomeAssistant } from "./home-assistant-under-test.ts";
import { writeWhole } from "./recording.ts";

/** The domains of the tests' entities. */
const domains = [
  "alarm_control_panel",
  "binary_sensor",
  "climate",
  "cover",
  "light",
  "lock",
  "media_player",
  "person",
  "select",
  "sensor",
  "switch",
  "update",
  "vacuum",
  "weather",
];

/** Records Home Assistant's icons and words for the tests' entities. */
export const recordResources = async (home: HomeAssistant): Promise<void> => {
  const socket = await connect(home, home.user.accessToken);
  const ask = async (message: Message): Promise<Message> => {
    const answer = await socket.call({ ...message });
    const resources = anyObject.is(answer) ? answer["resources"] : undefined;
    return anyObject.is(resources) ? resources : {};
  };
  const ofStates = async (message: Message): Promise<Message> => {
    const all = await ask({ type: "frontend/get_translations", ...message });
    return Object.fromEntries(Object.entries(all).filter(([key]) => key.includes(".state.")));
  };
  const sources = [
    { category: "entity_component", integration: domains },
    { category: "entity", integration: ["demo"] },
  ];
  const icons: Record<string, unknown> = {};
  const words: Record<string, Record<string, unknown>> = { en: {}, de: {}, fr: {} };
  for (const source of sources) {
    icons[source.category] = await ask({ type: "frontend/get_icons", ...source });
    for (const [language, into] of Object.entries(words))
      into[source.category] = await ofStates({ ...source, language });
  }
  await socket.close();
  await writeWhole("resources", { icons, words });
};

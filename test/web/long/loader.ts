import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RealHomeAssistant } from "../../support/home-assistant.ts";
import type { HomeSocket } from "../../support/home-assistant/socket.ts";

/** The address at which pages of Home Assistant find the loader, told where the service is. */
const loaderOf = (address: string): string => `/local/floorplan-loader.js?service=${address}`;

/** What makes the panel of a service one of Home Assistant's sidebar, in its configuration. */
export const panelConfiguration = (address: string): string => `
panel_custom:
  - name: floorplan-panel
    sidebar_title: Floor plan
    sidebar_icon: mdi:floor-plan
    url_path: floorplan
    module_url: ${loaderOf(address)}&module=panel
    config:
      url: ${address}
`;

/** Copies the loader that a running service gives away into Home Assistant, and makes it a resource of its dashboards. */
export const addLoader = async (
  { folder }: RealHomeAssistant,
  owner: HomeSocket,
  address: string,
): Promise<void> => {
  const loader = await (await fetch(`${address}/floorplan-loader.js`)).text();
  await writeFile(join(folder, "www", "floorplan-loader.js"), loader);
  const url = loaderOf(address);
  await owner.call({ type: "lovelace/resources/create", res_type: "module", url });
};

/** What makes the panel of a service one of Home Assistant's sidebar, in its configuration. */
export const panelConfiguration = (address: string): string => `
panel_custom:
  - name: floorplan-panel
    sidebar_title: Floor plan
    sidebar_icon: mdi:floor-plan
    url_path: floorplan
    module_url: ${address}/floorplan-panel.js
    config:
      url: ${address}
`;

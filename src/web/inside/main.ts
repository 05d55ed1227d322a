export { HassHouse } from "../home-assistant/frontend-home-assistant.ts";

export { HassHouse } from "../house/hass-house.ts";

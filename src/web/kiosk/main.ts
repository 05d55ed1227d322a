import "../card/main.ts";
import "../page/sign-in.ts";
import "./kiosk.ts";

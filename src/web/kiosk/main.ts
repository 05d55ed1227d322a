import "../card/main.ts";
import "../page/sign-in.ts";
import "../wall/wall-card.ts";
import "./kiosk.ts";

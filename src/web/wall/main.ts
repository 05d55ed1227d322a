import "../card/main.ts";
import "../page/sign-in.ts";
import "./wall-card.ts";
import "./wall.ts";

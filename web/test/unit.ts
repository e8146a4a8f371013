// web/test/unit.ts - every unit test of the page.
import "./api.test.ts";
import "./asker.test.ts";
import "./baccarat.test.ts";
import "./claims.test.ts";
import "./choices.test.ts";
import "./decided.test.ts";
import "./fair.test.ts";
import "./fraction.test.ts";
import "./opening.test.ts";
import "./pulse.test.ts";
import "./results.test.ts";
import "./roads.test.ts";
import "./source.test.ts";
import "./verify.test.ts";
import "./workshop.test.ts";
import "./design.test.ts";
import { finish } from "./tap.ts";

void finish();

import { argv } from "node:process";
import { PROGRAM } from "./features.ts";
import { loadModel } from "./registry/load-registry.ts";
import { vouch } from "./registry/vouched.ts";

/*
 * The last step of a build, run from what was built: vouches for the registry of a directory, if it is valid (docs/decisions/125). If it is not, whoever
 * starts the program is told why.
 */

const model = loadModel(argv[2] ?? ".", PROGRAM);
if (model.ok) vouch(model);

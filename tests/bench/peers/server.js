// boardgame.io's own server with one game: node server.js PORT [FOLDER]. Without a folder, matches are in memory.
// It listens on this machine only, says "open" when it does, and ends when its input ends: nobody leaves it behind.
"use strict";

const { FlatFile, Server } = require("boardgame.io/server");
const { cards } = require("./cards");

const [port, folder] = process.argv.slice(2);
const origins = [`http://127.0.0.1:${port}`];
const server = Server({ games: [cards], origins, db: folder ? new FlatFile({ dir: folder }) : undefined });
server.run({ port: { port: Number(port), host: "127.0.0.1" } }, () => console.log("open"));
process.stdin.resume().on("end", () => process.exit());

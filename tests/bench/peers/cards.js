// A card game for two, about as large as Rapa Nui: lay a card of your hidden hand, then take one from a column.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const KINDS = 8;
const CARDS = 104;
const HAND = 5;
const COLUMNS = 4;
const IN_A_COLUMN = 3;

const kind = (card) => card % KINDS;

function setup({ random }) {
  const deck = random.Shuffle([...Array(CARDS).keys()]);
  return {
    hands: { 0: deck.splice(0, HAND), 1: deck.splice(0, HAND) },
    columns: Array.from({ length: COLUMNS }, () => deck.splice(0, IN_A_COLUMN)),
    laid: { 0: Array(KINDS).fill(0), 1: Array(KINDS).fill(0) },
    points: { 0: 0, 1: 0 },
    hasLaid: false,
    deck,
  };
}

// What a player sees, field by field: own hand, how many cards the other has and the deck holds.
function playerView({ G, playerID }) {
  const { columns, laid, points, hasLaid } = G;
  const held = { 0: G.hands[0].length, 1: G.hands[1].length };
  return { columns, laid, points, hasLaid, held, left: G.deck.length, hand: G.hands[playerID] ?? [] };
}

function lay({ G, playerID }, card) {
  const hand = G.hands[playerID];
  if (G.hasLaid || !hand.includes(card)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.laid[playerID][kind(card)] += 1;
  if (G.laid[playerID][kind(card)] > G.laid[1 - playerID][kind(card)]) G.points[playerID] += 1;
  G.hasLaid = true;
}

function take({ G, playerID, events }, number) {
  const column = G.columns[number];
  if (!G.hasLaid || !column?.length) return INVALID_MOVE;
  G.hands[playerID].push(column.pop());
  if (G.deck.length) column.unshift(G.deck.pop());
  G.hasLaid = false;
  events.endTurn();
}

function endIf({ G }) {
  if (!G.hasLaid && G.columns.every((column) => !column.length)) return { points: G.points };
}

exports.cards = { name: "cards", minPlayers: 2, maxPlayers: 2, setup, playerView, moves: { lay, take }, endIf };

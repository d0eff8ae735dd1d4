import type { Feature } from "../../http/feature.ts";
import { bookSlot } from "./book-slot.ts";
import { checkOverDelivery } from "./check-over-delivery.ts";
import { takeStockCheck } from "./take-stock-check.ts";

/** Appointments, deliveries and what they do to stock. */
export const logistics: Feature = {
  name: "logistics",
  effects: {
    "book-slot": { run: bookSlot },
    "check-over-delivery": { run: checkOverDelivery },
    "take-stock-check": { run: takeStockCheck },
  },
};

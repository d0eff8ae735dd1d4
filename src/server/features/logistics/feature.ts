import type { Feature } from "../../http/feature.ts";
import { bookSlot } from "./book-slot.ts";
import { checkOverDelivery } from "./check-over-delivery.ts";
import { forecasts } from "./forecasts.ts";
import { slotPlaces } from "./slot-places.ts";
import { takeStockCheck } from "./take-stock-check.ts";

/** Appointments, deliveries and what they do to stock; what stores will need. */
export const logistics: Feature = {
  name: "logistics",
  effects: {
    "book-slot": { run: bookSlot },
    "check-over-delivery": { run: checkOverDelivery },
    "take-stock-check": { run: takeStockCheck },
  },
  offers: { "slot-places": slotPlaces },
  jobs: { forecasts },
};

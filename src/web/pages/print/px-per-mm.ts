/** Of CSS: 96 to the inch. */
export const PX_PER_MM = 96 / 25.4;

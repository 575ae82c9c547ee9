import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "pulumi-smartlock";

// Doors are found by the name that the app shows. You do not have to copy ids.
const frontDoor = smartlock.getSmartlock({ name: "Front door" });
const garage = smartlock.getSmartlock({ name: "Garage" });

// An address is a place with locks. Change a line, run `pulumi preview`, and see what would happen to it.
const house = new smartlock.Address("house", {
  name: "Beach house",
  smartlockIds: [frontDoor, garage],
});

export const addressId = house.addressId;
export const doors = pulumi.all([frontDoor, garage]).apply((locks) => locks.map((lock) => lock.name));

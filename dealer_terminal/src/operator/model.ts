/** Short names for the generated types of the REST interface, as far as this page uses them. */
import type * as wire from "@croupier/web-core/wire.ts";

export type SessionOpened = wire.SchemaSessionOpened;
export type StaffName = wire.SchemaStaffName;
export type StaffList = wire.SchemaStaffList;
export type StaffRecord = wire.SchemaStaffRecord;
export type StaffNew = wire.SchemaStaffNew;
export type StaffChanged = wire.SchemaStaffChanged;

export type VenueRecord = wire.SchemaVenueRecord;
export type VenueChange = wire.SchemaVenueChange;
export type Pits = wire.SchemaPits;
export type PitRecord = wire.SchemaPitRecord;
export type TerminalRecord = wire.SchemaTerminalRecord;
export type FloorDevice = wire.SchemaFloorDevice;

export type Tables = wire.SchemaTables;
export type TableRecord = wire.SchemaTableRecord;
export type TableNew = wire.SchemaTableNew;
export type TableChange = wire.SchemaTableChange;
export type Closure = wire.SchemaClosure;
export type LimitsView = wire.SchemaLimitsView;

export type Rounds = wire.SchemaRounds;
export type RoundLine = wire.SchemaRoundLine;
export type RoundRecord = wire.SchemaRoundRecord;
export type RoundSeat = wire.SchemaRoundSeat;
export type RoundEvent = wire.SchemaRoundEvent;

export type DeviceList = wire.SchemaDeviceList;
export type DeviceRecord = wire.SchemaDeviceRecord;
export type DeviceNew = wire.SchemaDeviceNew;
export type DeviceChanged = wire.SchemaDeviceChanged;
/** The token is told once, with the enrolment or the renewal. */
export type DeviceCredential = wire.SchemaDeviceCredential;
export type DeviceKind = DeviceRecord["kind"];

export type Receivables = wire.SchemaReceivables;
export type Books = wire.SchemaBooks;
export type Audit = wire.SchemaAudit;
export type AuditEntry = wire.SchemaAuditEntry;

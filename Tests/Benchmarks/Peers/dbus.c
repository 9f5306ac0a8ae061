// A D-Bus method that returns its text, and its caller: dbus serve, or dbus call AMOUNT <LINE
// Both use the bus of DBUS_SESSION_BUS_ADDRESS. The caller calls one time after the other for AMOUNT milliseconds
// ("500ms"), and prints its latencies in nanoseconds as `load` does.
#include <dbus/dbus.h>

#include "latency.h"
#include "socket.h"

static const char *name = "org.example.Echo", *path = "/", *interface = "org.example.Echo", *method = "Echo";

static void check(DBusError *error) {
    if (dbus_error_is_set(error)) errx(2, "%s", error->message);
}

static DBusHandlerResult reply(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)data;
    if (!dbus_message_is_method_call(message, interface, method)) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    const char *text;
    if (!dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID)) errx(2, "no text");
    DBusMessage *answer = dbus_message_new_method_return(message);
    dbus_message_append_args(answer, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    dbus_connection_send(bus, answer, NULL);
    dbus_message_unref(answer);
    return DBUS_HANDLER_RESULT_HANDLED;
}

static void serve(DBusConnection *bus) {
    DBusError error = DBUS_ERROR_INIT;
    dbus_bus_request_name(bus, name, 0, &error);
    check(&error);
    DBusObjectPathVTable table = {.message_function = reply};
    dbus_connection_register_object_path(bus, path, &table, NULL);
    while (dbus_connection_read_write_dispatch(bus, -1)) {
    }
}

static void call(DBusConnection *bus, int64_t limit) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length < 1) errx(2, "nothing to send");
    line[length - 1] = '\0';
    DBusError error = DBUS_ERROR_INIT;
    int64_t start = nanoseconds(), now = start;
    while (now - start < limit) {
        DBusMessage *message = dbus_message_new_method_call(name, path, interface, method);
        dbus_message_append_args(message, DBUS_TYPE_STRING, &line, DBUS_TYPE_INVALID);
        DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, message, 10000, &error);
        check(&error);
        dbus_message_unref(message);
        dbus_message_unref(answer);
        int64_t end = nanoseconds();
        note_latency(end - now);
        now = end;
    }
    print_latencies(now - start);
}

int main(int count, char **arguments) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
    check(&error);
    if (count == 2 && strcmp(arguments[1], "serve") == 0) serve(bus);
    else if (count == 3 && strcmp(arguments[1], "call") == 0) call(bus, strtoll(arguments[2], NULL, 10) * 1000000);
    else errx(2, "usage: dbus serve | dbus call MILLISECONDS <LINE");
}

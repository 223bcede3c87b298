package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;

class AddressesTest {
    @TempDir Path directory;

    @Test
    void sockets_are_in_a_directory_for_us_alone() throws IOException {
        try (var addresses = Addresses.in(directory.resolve("s"), directory, "python-0")) {
            Address address = addresses.next(Transport.UNIX, "python-0");
            assertThat(address.variable()).isEqualTo("RRQ_EXECUTOR_SOCKET");
            assertThat(address.value()).isEqualTo(directory.resolve("s/python-0.sock").toString());
            assertThat(permissions(directory.resolve("s"))).isEqualTo("rwx------");
        }
        assertThat(directory.resolve("s")).doesNotExist();
    }

    @Test
    void what_an_earlier_process_left_is_removed() throws IOException {
        try (var addresses = Addresses.in(directory.resolve("s"), directory, "python-0")) {
            Files.createFile(directory.resolve("s/python-0.sock"));
            Address address = addresses.next(Transport.UNIX, "python-0");
            try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                listener.bind(address.socket());
            }
            addresses.giveBack(address);
            assertThat(directory.resolve("s")).isEmptyDirectory();
        }
    }

    @Test
    void a_directory_whose_path_is_too_long_is_replaced_by_a_short_one() throws IOException {
        Path deep = directory.resolve("deep".repeat(30));
        try (var addresses = Addresses.in(deep, directory, "python-0")) {
            Address address = addresses.next(Transport.UNIX, "python-0");
            Path path = Path.of(address.value());
            assertThat(path.getParent().getParent()).isEqualTo(directory);
            assertThat(permissions(path.getParent())).isEqualTo("rwx------");
            try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                listener.bind(address.socket());
            }
            addresses.giveBack(address);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void the_longest_path_that_fits_can_be_listened_at() throws IOException {
        int room = Addresses.MOST_PATH_BYTES - (directory + "/s/.sock").length();
        String longest = "x".repeat(room);
        try (var addresses = Addresses.in(directory.resolve("s"), directory, longest)) {
            Address address = addresses.next(Transport.UNIX, longest);
            assertThat(address.value().getBytes(StandardCharsets.UTF_8))
                    .hasSize(Addresses.MOST_PATH_BYTES);
            try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                listener.bind(address.socket());
            }
            addresses.giveBack(address);
        }
    }

    @Test
    void if_no_path_is_short_enough_it_says_what_can_be_done() throws IOException {
        Path deep = Files.createDirectory(directory.resolve("deep".repeat(30)));
        assertThatThrownBy(() -> Addresses.in(deep.resolve("s"), deep, "python-0"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most 106 bytes")
                .hasMessageContaining("TMPDIR")
                .hasMessageContaining("transport = \"tcp\"");
        assertThat(deep).isEmptyDirectory();
    }

    @Test
    void every_process_has_a_port_of_its_own() throws IOException {
        try (var addresses = Addresses.in(directory.resolve("s"), directory, "x")) {
            var values = new HashSet<String>();
            for (int i = 0; i < 100; i++) {
                Address address = addresses.next(Transport.TCP, "x");
                assertThat(address.variable()).isEqualTo("RRQ_EXECUTOR_TCP_SOCKET");
                assertThat(address.value()).matches("127\\.0\\.0\\.1:\\d+");
                assertThat(values.add(address.value())).isTrue();
            }
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
